import Git
import Lanes
import MartletCore
import SystemAPI

/// A read-only folder of source files without a repository, such as an unpacked source archive.
///
/// Every method that needs git throws `GitError.notARepository`.
package struct SourceFolder {
  /// The folder, as an absolute path without links.
  package let root: String
  private let disk: Disk
  package let environment: StepEnvironment
  package let cache = WorkspaceCache()

  /// - Parameter path: A folder that exists.
  package init(_ path: String, environment: StepEnvironment) {
    root = path.withoutLinks
    disk = Disk(root: root)
    self.environment = environment
  }

  private var noRepository: GitError { .notARepository(path: root) }
}

extension SourceFolder: FileReading {
  package func source(at path: RelativePath) throws -> SourceText? {
    try disk.contents(at: path).map { try SourceText(ofFile: path, $0) }
  }

  package func byteCount(at path: RelativePath) throws -> Int? { try disk.byteCount(at: path) }

  package func identity(of path: RelativePath) -> RelativePath { (try? disk.destination(of: path)) ?? path }

  package func path(of name: String, in folder: RelativePath?) -> RelativePath? { disk.path(of: name, in: folder) }

  /// Returns every file below the folder, except hidden files and those in hidden folders, where tools keep their
  /// output.
  package func filePaths() throws -> [RelativePath] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: root)
    } catch {
      throw ExecutionError.notAFolder(root)
    }
    let visible = names.filter { !$0.hasPrefix(".") }.compactMap { RelativePath($0) }
    let files = visible.filter { (try? disk.byteCount(at: $0)) != nil && !disk.isLink($0) }
    let below = try visible.filter { !disk.isLink($0) }.flatMap { try disk.filePaths(below: $0) }
    return (files + below.filter { !$0.components.contains { $0.hasPrefix(".") } }).sorted()
  }
}

extension SourceFolder: WorkspaceReading {
  package func filePaths(below folder: RelativePath) throws -> [RelativePath] { try disk.filePaths(below: folder) }

  package func mayHaveFiles(below folder: RelativePath) throws -> Bool { try !filePaths(below: folder).isEmpty }

  /// Nothing here can be committed.
  package func publishedRelease(
    of tag: String, on repository: ForgeRepository, comparing assets: [Artifact]
  ) -> Known<PublishedRelease> { .none }
  package func artifact(at path: String) throws -> ArtifactContents? { nil }
  package func artifactSize(at path: String) throws -> Int? { nil }
  package func problem(with draft: ReleaseDraft, assets: [AssetFile]) -> Failure? { nil }
  package func suppliedArtifacts() -> SuppliedArtifacts? { nil }
  package func comparison(of branch: RemoteBranch, with request: TreeRequest) throws -> TreeComparison {
    throw noRepository
  }
  package func contents(of path: RelativePath, on branch: RemoteBranch) throws -> [UInt8]? { throw noRepository }
  package func isIgnored(_ path: RelativePath) -> Bool { true }

  package func misspelling(among paths: [RelativePath]) -> (path: RelativePath, tracked: RelativePath)? { nil }

  package func head() throws -> HeadState { throw noRepository }
  package func changes() throws -> [Lanes.FileChange] { throw noRepository }
  package func tags() throws -> [String: ObjectID] { throw noRepository }
  package func tag(named name: String) throws -> ExistingTag? { throw noRepository }
  package func tagGap() throws -> IncompleteTags? { throw noRepository }
  package func remoteNames() throws -> [String] { throw noRepository }
  package func remoteAddresses() throws -> [String] { throw noRepository }
  package func remoteAddress(of remote: String) throws -> String? { throw noRepository }
  package func pushDestination(of branch: String) throws -> PushDestination? { throw noRepository }
  package func trackedHead(of destination: PushDestination) throws -> ObjectID? { throw noRepository }
  package func countOfCommits(reachableFrom commit: ObjectID, notFrom other: ObjectID) throws -> Int {
    throw noRepository
  }
  package func commitCount() throws -> Int? { throw noRepository }
  package func history(of range: CommitRange) throws -> [CommitRecord] { throw noRepository }
  package func firstAncestor(of commit: ObjectID, among candidates: [ObjectID]) throws -> ObjectID? {
    throw noRepository
  }
  package func line(from head: ObjectID, after base: ObjectID?, limit: Int) throws -> [ObjectID] { throw noRepository }
  package func commit(named name: String) throws -> ObjectID? { throw noRepository }
  package func day(of commit: ObjectID) throws -> String { throw noRepository }
  package func contents(of path: RelativePath, in commit: ObjectID) throws -> [UInt8]? { throw noRepository }
  package func paths(differingBetween old: ObjectID, and new: ObjectID) throws -> [RelativePath] { throw noRepository }
  package func unfinishedOperation() -> String? { nil }
  package func archiveSource(of revision: String) throws -> ArchiveWrite.Source { throw noRepository }

  /// No program runs outside a repository, because its Releasefile has no history and cannot be trusted.
  package func secret(printedBy words: [String]) throws -> Secret? { throw noRepository }

  package var today: String { "\(Instant(seconds: Int(Workspace.now(atEpoch: environment["SOURCE_DATE_EPOCH"]))).day)" }

  package var minute: String {
    String(
      Instant(seconds: Int(Workspace.now(atEpoch: environment["SOURCE_DATE_EPOCH"]))).clock.filter(\.isNumber).prefix(4)
    )
  }

  package var folderName: String { root.split(separator: "/").last.map(String.init) ?? root }
}

extension SourceText {
  /// Creates the text of a file of the project.
  ///
  /// - Throws: `ExecutionError.notText`.
  init(ofFile path: RelativePath, _ bytes: [UInt8]) throws(ExecutionError) {
    do {
      try self.init(path: path, fileBytes: bytes)
    } catch {
      throw .notText(path.string, error)
    }
  }
}

extension ExecutionError {
  fileprivate static func notText(_ path: String, _ error: TextError) -> ExecutionError {
    .failed(Failure("`\(path)` is not text: \(error)"))
  }
}
