import Foundation
import Lanes
import MartletCore

/// How often each file was read.
package final class ReadCounter: @unchecked Sendable {
  private var counts: [RelativePath: Int] = [:]
  private let lock = NSLock()

  package init() {}

  package func note(_ path: RelativePath) { lock.withLock { counts[path, default: 0] += 1 } }

  package subscript(path: RelativePath) -> Int { lock.withLock { counts[path] ?? 0 } }
}

/// A workspace in memory. An unset value throws when it is read.
package struct TestWorkspace: WorkspaceReading {
  package var files: [String: String] = [:]
  /// The ignored ones of the files.
  package var ignoredFiles: Set<String> = []
  /// Git's spelling of files that a case-insensitive disk finds under other names.
  package var spellings: [RelativePath: RelativePath] = [:]
  package var headState: HeadState?
  package var fileChanges: [FileChange]?
  package var tagNames: [String: ObjectID]?
  package var remotes: [String]?
  package var destination: PushDestination?
  package var knownHead: ObjectID?
  package var operation: String?
  package var gap: IncompleteTags?
  /// The number of commits of the tracked branch that HEAD does not have.
  package var missingCommits = 0
  package var commits: Int?
  /// The history of HEAD, the newest commit first.
  package var log: [CommitRecord]?
  /// The contents of files at other commits.
  package var pastFiles: [ObjectID: [String: String]] = [:]
  /// The output of programs, by their arguments.
  package var secrets: [[String]: String] = [:]
  package var variables: [String: String] = [:]
  package var environment: StepEnvironment {
    get { StepEnvironment(variables) }
    set { variables = newValue.variables(ofCommandWithout: []) }
  }
  /// The days of tagged commits, by the name of a tag.
  package var days: [String: String] = [:]
  /// The last part of the address of all remotes.
  package var repositoryName = "CoolApp"
  /// The server of all remotes.
  package var server = "https://example.com"
  /// The folder of files that are built elsewhere: an absolute path, with which their keys in `files` begin.
  package var suppliedFolder: String?
  /// The releases that are public, by their tags.
  package var published: [String: Known<PublishedRelease>] = [:]
  /// The files of branches elsewhere, by the name of the branch; nil for a branch without a commit.
  package var branches: [String: [String: String]] = [:]
  package var today = "2026-01-01"
  package var minute = "1830"
  package var folderName = "CoolApp"

  /// A new one for each draft, because this value may be changed between drafts.
  package var cache: WorkspaceCache { WorkspaceCache() }

  /// Counts what is read from `files`.
  package var reads: ReadCounter?

  package init() {}

  /// A clean repository on `main` with these files, and the remote `origin`.
  package static func clean(_ files: [String: String], tags: [String] = []) -> TestWorkspace {
    var workspace = TestWorkspace()
    workspace.files = files
    workspace.headState = .branch("main", .first)
    workspace.fileChanges = []
    workspace.tagNames = Dictionary(uniqueKeysWithValues: tags.map { ($0, ObjectID.first) })
    workspace.remotes = ["origin"]
    workspace.destination = PushDestination(remote: "origin", ref: "refs/heads/main")
    return workspace
  }

  /// A request that the test did not expect.
  struct Unset: Error {
    let what: String
  }

  package func source(at path: RelativePath) -> SourceText? {
    reads?.note(path)
    return files[path.string].map { SourceText(path: path, text: $0) }
  }

  package func filePaths() -> [RelativePath] {
    files.keys.filter { !ignoredFiles.contains($0) }.compactMap { RelativePath($0) }.sorted()
  }
  package func filePaths(below folder: RelativePath) -> [RelativePath] {
    files.keys.filter { $0.hasPrefix("\(folder)/") }.compactMap { RelativePath($0) }.sorted()
  }
  package func publishedRelease(
    of tag: String, on repository: ForgeRepository, comparing assets: [Artifact]
  ) -> Known<PublishedRelease> { published[tag] ?? .none }
  package func artifact(at path: String) -> ArtifactContents? {
    files[path].map { ArtifactContents(size: $0.utf8.count, digest: ContentDigest(of: Array($0.utf8))) }
  }
  package func comparison(of branch: RemoteBranch, with request: TreeRequest) throws -> TreeComparison {
    let found = (branches[branch.name] ?? [:]).mapValues(ObjectID.init(hashing:))
    let stored = try request.files.mapValues { source in
      switch source {
      case .text(let text): text
      case .file(let path): try set(self.files[path], path)
      }
    }
    func files(_ objects: [String: ObjectID]) -> [String: TreeFile] {
      objects.mapValues { TreeFile(mode: "100644", object: $0) }
    }
    return TreeComparison(
      base: branches[branch.name] == nil ? nil : .first, files(found), request,
      stored: files(stored.mapValues(ObjectID.init(hashing:))))
  }
  package func contents(of path: RelativePath, on branch: RemoteBranch) -> [UInt8]? {
    branches[branch.name]?[path.string].map { Array($0.utf8) }
  }
  package func artifactSize(at path: String) -> Int? { files[path]?.utf8.count }
  package func problem(with draft: ReleaseDraft, assets: [AssetFile]) -> Failure? { nil }
  package func suppliedArtifacts() -> SuppliedArtifacts? {
    suppliedFolder.map { folder in
      let paths = files.keys.filter { $0.hasPrefix("\(folder)/") }
      return SuppliedArtifacts(in: folder, names: paths.map { String($0.dropFirst(folder.count + 1)) }.sorted())
    }
  }
  package func mayHaveFiles(below folder: RelativePath) -> Bool { !filePaths(below: folder).isEmpty }
  package func isIgnored(_ path: RelativePath) -> Bool { ignoredFiles.contains(path.string) }
  package func misspelling(among paths: [RelativePath]) -> (path: RelativePath, tracked: RelativePath)? {
    for path in paths { if let tracked = spellings[path] { return (path, tracked) } }
    return nil
  }
  package func head() throws -> HeadState { try set(headState, "head") }
  package func changes() throws -> [FileChange] { try set(fileChanges, "changes") }
  package func tags() throws -> [String: ObjectID] { try set(tagNames, "tags") }
  package func tag(named name: String) throws -> ExistingTag? {
    try tags()[name].map { ExistingTag(target: $0, origin: "2026-01-01, A. Author") }
  }
  package func tagGap() -> IncompleteTags? { gap }
  package func remoteNames() throws -> [String] { try set(remotes, "remotes") }
  package func remoteAddresses() -> [String] { (remotes ?? []).compactMap(remoteAddress) }
  package func remoteAddress(of remote: String) -> String? { "\(server)/\(remote)/\(repositoryName)" }
  package func pushDestination(of branch: String) -> PushDestination? { destination }
  package func trackedHead(of destination: PushDestination) -> ObjectID? { knownHead }
  package func countOfCommits(reachableFrom commit: ObjectID, notFrom other: ObjectID) -> Int { missingCommits }
  package func commitCount() -> Int? { commits }
  /// A tag, or `HEAD`; 40 digits are the id of a tree.
  package func archiveSource(of revision: String) throws -> ArchiveWrite.Source {
    if let tree = ObjectID(revision) { return .tree(tree) }
    let commit = revision == "HEAD" ? try head().commit : try tags()[revision]
    return .commit(.existing(try set(commit, revision)))
  }
  package func secret(printedBy words: [String]) throws -> Secret? {
    Secret(try set(secrets[words], words.joined(separator: " ")))
  }
  package func history(of range: CommitRange) throws -> [CommitRecord] {
    let log = try set(log, "log")
    let start = log.firstIndex { $0.id == range.end } ?? log.startIndex
    return Array(log[start...].prefix { !range.excluded.contains($0.id) })
  }
  package func line(from head: ObjectID, after base: ObjectID?, limit: Int) -> [ObjectID] { [head] }

  package func firstAncestor(of commit: ObjectID, among candidates: [ObjectID]) throws -> ObjectID? {
    let ids = log.map { $0.map(\.id).drop { $0 != commit } } ?? [commit]
    return candidates.first(where: ids.contains)
  }
  package func commit(named name: String) throws -> ObjectID? {
    try ObjectID(name) ?? tags()[name.replacing("refs/tags/", with: "")]
  }
  package func day(of commit: ObjectID) -> String {
    days.first { tagNames?[$0.key] == commit }?.value ?? "2026-01-01"
  }
  package func contents(of path: RelativePath, in commit: ObjectID) -> [UInt8]? {
    pastFiles[commit]?[path.string].map { Array($0.utf8) }
  }
  package func paths(differingBetween old: ObjectID, and new: ObjectID) -> [RelativePath] {
    let (before, after) = (pastFiles[old] ?? [:], pastFiles[new] ?? [:])
    return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.compactMap { RelativePath($0) }
      .sorted()
  }
  package func unfinishedOperation() -> String? { operation }
  package func maskedValue(of variable: String) -> Secret? { variables[variable].map(Secret.init) }

  private func set<Value>(_ value: Value?, _ what: String) throws -> Value {
    guard let value else { throw Unset(what: what) }
    return value
  }
}

extension ObjectID {
  /// An id that stands for `text`.
  init(hashing text: String) {
    let hex = ContentDigest(of: Array(text.utf8)).hex.prefix(40)
    guard let id = ObjectID(String(hex)) else { preconditionFailure("no id") }
    self = id
  }

  /// The HEAD commit of test workspaces.
  package static let first: ObjectID = {
    guard let id = ObjectID("1111111111111111111111111111111111111111") else { preconditionFailure("no id") }
    return id
  }()
}

/// Predefined answers; a prompt without one fails.
package struct TestAnswers: AnswerSource {
  package var answers: [String: String]
  package var confirmation: Bool?

  /// - Parameter answers: By the name of the prompt.
  package init(_ answers: [String: String] = [:], confirmation: Bool? = nil) {
    self.answers = answers
    self.confirmation = confirmation
  }

  package func answer(to question: Question, problem: (String) -> String?) throws -> String {
    guard let answer = answers[question.id] else { throw TestWorkspace.Unset(what: question.id) }
    if let problem = problem(answer) { throw Failure(problem) }
    return answer
  }

  package func confirms(_ text: String, preview: Plan) throws -> Bool {
    guard let confirmation else { throw TestWorkspace.Unset(what: text) }
    return confirmation
  }
}
