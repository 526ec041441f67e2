import Git
import HTTP
import Lanes
import MartletCore
import Processes
import SystemAPI

/// A repository on disk with its working tree, which plans read and transactions change.
///
/// It must be used by one task only, because the repository is not thread-safe.
package final class Workspace {
  let repository: Repository
  /// Reads the histories that plans ask for.
  private(set) lazy var ranges = RangeReader(repository)
  package let cache = WorkspaceCache()
  let disk: Disk
  /// The variables that steps read. Git, TLS, the bindings of credentials and every program but the command of a `run` step
  /// follow `userEnvironment`.
  package internal(set) var environment: StepEnvironment
  /// Hands out tokens and passwords.
  package var credentials: CredentialGate
  /// Whether started programs may prompt at the terminal.
  let isInteractive: Bool
  /// Stops a run before its end; nil for nothing.
  let interruption: Interruption?
  /// The maximum time without progress in an operation on a remote.
  package var stallTimeout = Duration.seconds(60)
  /// What the command may do; everything, unless an untrusted pipeline runs it.
  package var trust = Trust.full
  /// Whether programs may run that print secrets, or that the repository's own configuration names; false for commands
  /// that only read.
  package var runsPrograms = true {
    didSet { repository.runsOwnPrograms = runsPrograms }
  }
  /// The variables with tokens and passwords. Of the programs that Martlet starts, only the transport of git gets them,
  /// and a command of a lane that names them.
  package internal(set) var credentialVariables: Set<String> = []
  /// The job of a CI system that runs this process; nil outside of one.
  package var job: PipelineJob?
  /// The folder of `--artifacts`, as an absolute path; nil for none.
  package var artifactsFolder: String?
  /// The contents of artifacts that count instead of those on the disk, by path: those of that folder as they were when they
  /// were first planned, and those that the resumed run has copies of.
  package var settledContents: [String: ArtifactContents] = [:]
  /// The tags that a plan does not see: those of the release that it makes.
  package var hiddenTags: Set<String> = []
  /// The user agent of requests to forges.
  package var userAgent = "martlet"
  /// Receives each wait for a server outside of a run.
  package var reportWait: (_ seconds: Int, _ reason: String) -> Void = { _, _ in }
  /// The client for these requests; nil before the first.
  var httpClient: HTTPClient?
  /// The requests to App Store Connect; nil before the first.
  var appStoreSession: AppStoreSession?
  /// The clones of other repositories in which runs store files, by their addresses.
  var branchClones: [String: BranchClone] = [:]
  /// The temporary ones that plans read.
  var temporaryClones: [String: BranchClone] = [:]
  /// The secrets that programs have printed, or their errors, by their arguments.
  var printedSecrets: [[String]: Result<Secret, any Error>] = [:]

  /// Opens the working tree that contains `directory`.
  ///
  /// - Throws: `GitError` when there is none, `ExecutionError.bareRepository`.
  package convenience init(
    containing directory: String, environment: [String: String], isInteractive: Bool = false,
    interruption: Interruption? = nil
  ) throws {
    let repository = try Repository(containing: directory, environment: environment)
    guard !repository.isBare else { throw ExecutionError.bareRepository(repository.gitDirectory) }
    self.init(repository, isInteractive: isInteractive, interruption: interruption)
  }

  /// Opens the repository that contains `directory`. It may be bare, for commands that only read its objects.
  package convenience init(
    repositoryContaining directory: String, environment: [String: String], interruption: Interruption? = nil
  ) throws {
    self.init(
      try Repository(containing: directory, environment: environment), isInteractive: false, interruption: interruption)
  }

  private init(_ repository: Repository, isInteractive: Bool, interruption: Interruption?) {
    self.repository = repository
    // The root of a bare repository is its git directory.
    let directories = repository.isBare ? [] : [repository.gitDirectory, repository.commonDirectory]
    disk = Disk(root: repository.workTree, gitDirectories: directories.map(\.withoutLinks))
    environment = StepEnvironment(repository.environment)
    credentials = CredentialGate(values: environment, user: repository.environment)
    self.isInteractive = isInteractive
    self.interruption = interruption
    repository.interruption = interruption
    withhold(CredentialHomes.tokenVariables)
  }

  /// Calls `report` once, before the status is read without the filters of the repository's own configuration.
  package func onHiddenFilters(_ report: @escaping () -> Void) {
    // Weakly: its folder for temporary files is removed with the repository.
    repository.reportHiddenFilters = { [weak repository] in
      repository?.reportHiddenFilters = nil
      report()
    }
  }

  /// The top folder of the working tree, as an absolute path.
  package var root: String { repository.workTree }

  /// Seconds since 1970 with a year of four digits: git and the calendar support no others.
  private static let moments: Range<Int64> = 0..<253_402_300_800

  /// The time of the repository's next commit or tag in seconds since 1970, unless git's own variables set one.
  package var now: Int64 { Self.now(atEpoch: userEnvironment["SOURCE_DATE_EPOCH"]) }

  /// The time of the clock in seconds since 1970, independent of git's variables.
  package static var clock: Int64 { Int64(Date().timeIntervalSince1970) }

  /// Returns the same time without a repository.
  ///
  /// - Parameter text: The variable `SOURCE_DATE_EPOCH`.
  package static func now(atEpoch text: String?) -> Int64 {
    let epoch = text.flatMap(Int64.init)
    return epoch.flatMap { moments.contains($0) ? $0 : nil } ?? clock
  }
}

extension Workspace: WorkspaceReading {
  package func source(at path: RelativePath) throws -> SourceText? {
    guard let bytes = try disk.contents(at: path) else { return try nilUnlessSkipped(path) }
    guard !Self.isLFSPointer(bytes) else { throw ExecutionError.lfsPointer(path.string) }
    return try SourceText(ofFile: path, bytes)
  }

  package func byteCount(at path: RelativePath) throws -> Int? {
    try disk.byteCount(at: path) ?? nilUnlessSkipped(path)
  }

  /// Returns nil when there is no file, but throws when the file is only not checked out.
  private func nilUnlessSkipped<Value>(_ path: RelativePath) throws -> Value? {
    if isSparse, try repository.hiddenMark(of: path) == .skipped {
      throw ExecutionError.notCheckedOut(path.string)
    }
    return nil
  }

  /// https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
  private static func isLFSPointer(_ bytes: [UInt8]) -> Bool {
    bytes.count < 1024 && bytes.starts(with: "version https://git-lfs.github.com/spec/v1\n".utf8)
  }

  package func identity(of path: RelativePath) -> RelativePath { (try? disk.destination(of: path)) ?? path }

  package func path(of name: String, in folder: RelativePath?) -> RelativePath? { disk.path(of: name, in: folder) }

  /// Links are left out, because their targets in the repository are listed themselves.
  package func filePaths() throws -> [RelativePath] { spelledAsByGit(try repository.plainFilePaths()) }

  package func filePaths(below folder: RelativePath) throws -> [RelativePath] {
    let settled = settledContents.keys.filter { $0.hasPrefix("\(folder.string)/") }.compactMap { RelativePath($0) }
    return Set(spelledAsByGit(try disk.filePaths(below: folder)) + settled).sorted()
  }

  /// Returns paths from names on disk with composed letters, if git stores them so: Cocoa programs decompose them.
  private func spelledAsByGit(_ paths: [RelativePath]) -> [RelativePath] {
    guard repository.configurationFlag("core.precomposeunicode") == true else { return paths }
    return Set(paths.map(disk.composed)).sorted()
  }

  package func mayHaveFiles(below folder: RelativePath) throws -> Bool {
    try isSparse || !filePaths(below: folder).isEmpty
  }

  /// Whether tracked files may be missing in the work tree.
  private var isSparse: Bool { repository.configurationFlag("core.sparsecheckout") == true }

  /// The paths of the submodules, checked out or not.
  package func submodulePaths() throws -> [RelativePath] { try repository.submodulePaths() }

  package func isIgnored(_ path: RelativePath) throws -> Bool { try repository.isIgnored(path) }

  package func misspelling(among paths: [RelativePath]) throws -> (path: RelativePath, tracked: RelativePath)? {
    try repository.misspelling(among: paths)
  }

  /// Runs `body`, in which no signal stops git.
  func uninterrupted<Value>(_ body: () throws -> Value) rethrows -> Value {
    let before = repository.interruption
    repository.interruption = nil
    defer { repository.interruption = before }
    return try body()
  }

  package func head() throws -> HeadState { try repository.head() }

  package func originOfHead() throws -> ObjectID? { try repository.originOfHead() }

  package func changes() throws -> [Lanes.FileChange] {
    try repository.status().map { change in
      Lanes.FileChange(
        path: change.path, isUntracked: change.state == .untracked, isUnmerged: change.state == .conflicted)
    }
  }

  package func tags() throws -> [String: ObjectID] {
    // Different names in git can be equal strings here: Swift compares characters, git compares bytes.
    Dictionary(
      try repository.tagTargets().map { ($0.name, $0.target) }.filter { !hiddenTags.contains($0.0) },
      uniquingKeysWith: { first, _ in first })
  }

  package func tag(named name: String) throws -> ExistingTag? {
    guard !hiddenTags.contains(name), let tag = try repository.tag(named: name) else { return nil }
    let maker = try tag.tagger ?? tag.commit.map { try repository.commit($0).committer }
    return ExistingTag(
      target: tag.commit ?? tag.object, object: tag.object,
      origin: maker.map { "\(calendar(at: $0.time).day), \($0.name)" })
  }

  package func tagGap() throws -> IncompleteTags? {
    if repository.isShallow { return .shallowClone }
    let unfetched = repository.remoteNames().first { repository.configuration("remote.\($0).tagopt") == "--no-tags" }
    return try unfetched.map { .notFetched(remote: $0) } ?? unfetchedRemote()
  }

  /// Returns a remote that was never fetched, if there are several and no tag is here: one of them may be a fork without the
  /// tags of the other. A fetch brings the tags of what it fetches.
  private func unfetchedRemote() throws -> IncompleteTags? {
    let remotes = repository.remoteNames()
    guard remotes.count > 1, try tags().isEmpty else { return nil }
    let fetched = try repository.remoteBranches().map(\.name)
    return remotes.first { remote in !fetched.contains { $0.hasPrefix("\(remote)/") } }
      .map { .neverFetched(remote: $0) }
  }

  package func remoteNames() throws -> [String] { repository.remoteNames() }

  /// The addresses after `insteadOf`, and as configured: snippets contain the latter.
  package func remoteAddresses() throws -> [String] {
    repository.remoteNames().flatMap { remote in
      let configured = repository.configuration("remote.\(remote).url").map { RemoteURL($0).redacted }
      return Set([repository.remoteURL(remote)?.redacted, configured].compactMap { $0 }).sorted()
    }
  }

  /// Returns the names of the tags at an address, which need not be a remote of this repository.
  package func tagNames(at address: String) throws -> [String] {
    try trust.check(.contact, before: "a connection to `\(RemoteURL(address))`")
    return try GitTransport(of: repository, isInteractive: isInteractive, silence: stallTimeout).tagNames(at: address)
  }

  package func remoteAddress(of remote: String) throws -> String? { repository.remoteURL(remote)?.redacted }

  package func pushDestination(of branch: String) throws -> PushDestination? {
    repository.pushDestination(ofBranch: branch)
  }

  package func trackedHead(of destination: PushDestination) throws -> ObjectID? {
    try repository.trackedHead(of: destination)
  }

  package func countOfCommits(reachableFrom commit: ObjectID, notFrom other: ObjectID) throws -> Int {
    // The list that most commands need for the last release answers it if nothing is missing.
    if try firstAncestor(of: other, among: [commit]) != nil { return 0 }
    return try repository.countOfCommits(reachableFrom: commit, notFrom: [other])
  }

  package func commitCount() throws -> Int? {
    guard !repository.isShallow, let commit = try repository.head().commit else { return nil }
    return try repository.countOfCommits(reachableFrom: commit)
  }

  package func archiveSource(of revision: String) throws -> ArchiveWrite.Source {
    let subject = try repository.exportSubject(revision)
    return subject.commit.map { .commit(.existing($0)) } ?? .tree(subject.tree)
  }

  package func unfinishedOperation() throws -> String? { repository.ongoingOperation?.rawValue }

  package var today: String { calendar(at: now).day }

  package var minute: String { calendar(at: now).minute }

  /// The time, such as `2026-11-21T18:30:00Z`.
  var utc: String { "\(Instant(seconds: Int(now)))" }

  /// Returns the day as `2026-11-21` and the minute as `1830`, in UTC; `time` is in seconds since 1970.
  func calendar(at time: Int64) -> (day: String, minute: String) {
    let instant = Instant(seconds: Int(time))
    return ("\(instant.day)", String(instant.clock.filter(\.isNumber).prefix(4)))
  }

  package var folderName: String { root.split(separator: "/").last.map(String.init) ?? root }
}
