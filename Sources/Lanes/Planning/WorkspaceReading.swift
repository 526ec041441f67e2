import MartletCore

/// The workspace for planning: disk, git, clock and environment, read-only.
package protocol WorkspaceReading: FileReading {
  /// What drafts keep of their reads.
  var cache: WorkspaceCache { get }
  /// Returns every file on disk below `folder`, including ignored ones, in byte order. Links to folders are not
  /// followed. Empty when there is no such folder.
  func filePaths(below folder: RelativePath) throws -> [RelativePath]
  /// False where `filePaths()` has none below `folder`, if that is known without listing the whole project.
  func mayHaveFiles(below folder: RelativePath) throws -> Bool
  /// The size and the digest of the file at `path`, which is absolute or from the root; nil if there is none.
  func artifact(at path: String) throws -> ArtifactContents?
  /// The size in bytes of the file at `path`, which is absolute or from the root, without reading it; nil if there is none.
  func artifactSize(at path: String) throws -> Int?
  /// Why the forge would refuse or change `draft` or its `assets`, as their names and sizes show; nil if it would not.
  func problem(with draft: ReleaseDraft, assets: [AssetFile]) throws -> Failure?
  /// The files of the folder that the user named for assets; nil if the user named none.
  func suppliedArtifacts() throws -> SuppliedArtifacts?
  /// The published release of `tag`, compared with `assets`.
  func publishedRelease(
    of tag: String, on repository: ForgeRepository, comparing assets: [Artifact]
  ) throws -> Known<PublishedRelease>
  /// The channels on which an earlier run has announced `tag`, with the id of that run.
  func announcedChannels(ofTag tag: String) throws -> [String: String]
  /// Compares the newest commit of a branch elsewhere with what it has to contain.
  func comparison(of branch: RemoteBranch, with request: TreeRequest) throws -> TreeComparison
  /// The contents of a file at the newest commit of a branch elsewhere; nil if there is none.
  func contents(of path: RelativePath, on branch: RemoteBranch) throws -> [UInt8]?
  /// The highest build number that was ever used for the app's platform at App Store Connect; nil if there is none.
  ///
  /// - Throws: `WithheldCredential` in a command that only looks; the failure of a list that cannot be read.
  func highestBuild(of app: AppStoreApp) throws -> BuildNumber?
  /// What the `.ipa` or `.pkg` at `path` says about itself; the path is absolute or from the root.
  func appPackage(at path: String) throws -> AppPackage
  /// Whether git ignores `path`, existing or not: it matches a rule of `.gitignore` and is not tracked.
  func isIgnored(_ path: RelativePath) throws -> Bool
  /// Returns the first of `paths` that git tracks under another name for the same file on this disk; nil when there is
  /// none.
  func misspelling(among paths: [RelativePath]) throws -> (path: RelativePath, tracked: RelativePath)?
  func head() throws -> HeadState
  /// Returns HEAD, or its newest ancestor before the commits that were made in this clone; nil before the first commit.
  func originOfHead() throws -> ObjectID?
  /// Returns the files that differ from HEAD, without ignored files, in byte order.
  func changes() throws -> [FileChange]
  /// Returns every tag without `refs/tags/`, with the commit that it points to.
  func tags() throws -> [String: ObjectID]
  /// Returns the tag of that name; nil when there is none.
  func tag(named name: String) throws -> ExistingTag?
  /// Returns the reason why `tags` may be incomplete; nil when there is none.
  func tagGap() throws -> IncompleteTags?
  /// Returns the names of the remotes, in git's order.
  func remoteNames() throws -> [String]
  /// Returns the addresses of the remotes, without user names and passwords.
  func remoteAddresses() throws -> [String]
  /// Returns the address of one remote, without a password; nil when it has none.
  func remoteAddress(of remote: String) throws -> String?
  /// Returns the push destination of `branch`: the configured remote, the only one, or `origin`; nil for none.
  func pushDestination(of branch: String) throws -> PushDestination?
  /// Returns the remote's commit as of the last fetch or push; nil when it is unknown.
  func trackedHead(of destination: PushDestination) throws -> ObjectID?
  /// Returns the number of commits reachable from `commit`, including itself, and not from `other`.
  func countOfCommits(reachableFrom commit: ObjectID, notFrom other: ObjectID) throws -> Int
  /// Returns the number of commits reachable from HEAD; nil in a shallow clone, which lacks some.
  func commitCount() throws -> Int?
  /// Returns the commits of `range`, children before their parents, then the newest first.
  func history(of range: CommitRange) throws -> [CommitRecord]
  /// Returns the first of `candidates` that is an ancestor of `commit`; nil when none is.
  func firstAncestor(of commit: ObjectID, among candidates: [ObjectID]) throws -> ObjectID?
  /// Returns the commits from HEAD's first parents back to the one after `base`, the oldest first; at most `limit`, the newest.
  func line(from head: ObjectID, after base: ObjectID?, limit: Int) throws -> [ObjectID]
  /// Returns the commit of `name`, which is a tag, a branch, an id or `HEAD`; nil when there is none.
  func commit(named name: String) throws -> ObjectID?
  /// Returns the day of `commit` in UTC, such as `2026-11-21`.
  func day(of commit: ObjectID) throws -> String
  /// Returns the contents of `path` at `commit`; nil when there is no such file.
  func contents(of path: RelativePath, in commit: ObjectID) throws -> [UInt8]?
  /// Returns the paths of the files that differ between two commits, in byte order.
  func paths(differingBetween old: ObjectID, and new: ObjectID) throws -> [RelativePath]
  /// Returns the git command of a merge, rebase or similar operation in progress; nil when there is none.
  func unfinishedOperation() throws -> String?
  /// Returns the commit or tree of `revision`, which has git's syntax.
  func archiveSource(of revision: String) throws -> ArchiveWrite.Source
  /// Returns the output of the program `words`, without the final line break: a secret of the Releasefile. Returns nil
  /// where no program may run, because the command is read-only.
  func secret(printedBy words: [String]) throws -> Secret?
  /// Returns the value of a variable with a token or a password, to mask it in output; nil if it is not set. Only the
  /// gate for credentials returns one for a request.
  func maskedValue(of variable: String) -> Secret?
  /// The variables that steps read.
  var environment: StepEnvironment { get }
  /// The day in UTC as `2026-11-21`.
  var today: String { get }
  /// The minute of the day in UTC as `1830`.
  var minute: String { get }
  /// The name of the folder that the repository is in.
  var folderName: String { get }
  /// The name and the version of this program, such as `martlet/1.2.0`.
  var userAgent: String { get }
}

extension WorkspaceReading {

  package func originOfHead() throws -> ObjectID? { try head().commit }

  package func maskedValue(of variable: String) -> Secret? { nil }

  package var userAgent: String { "martlet" }

  package func announcedChannels(ofTag tag: String) throws -> [String: String] { [:] }

  package func highestBuild(of app: AppStoreApp) throws -> BuildNumber? { throw WithheldCredential(app.title) }

  package func appPackage(at path: String) throws -> AppPackage { AppPackage(app: AppPackage.Bundle(path: path)) }
}

/// A file that differs from HEAD.
package struct FileChange: Hashable, Sendable {
  package let path: RelativePath
  /// Whether git does not track the file.
  package let isUntracked: Bool
  /// Whether a merge has left it in conflict, also one without an end such as that of `git stash pop`.
  package let isUnmerged: Bool

  package init(path: RelativePath, isUntracked: Bool, isUnmerged: Bool = false) {
    self.path = path
    self.isUntracked = isUntracked
    self.isUnmerged = isUnmerged
  }
}

/// Reads the version of a project from the files of a draft. The implementation in Steps supports the manifest formats.
package protocol VersionReading: Sendable {
  /// Returns the version; nil when the project has none.
  func version(in draft: Draft) throws -> Version?
  /// Returns the build number; nil when the project has none.
  func build(in draft: Draft) throws -> String?
  /// Returns the versions and build numbers of the project in the files of `commit`; nil if they cannot be read.
  func contents(of commit: ObjectID, in draft: Draft) -> TagForms.Contents?
  /// Returns the version that the changes require; the current one when there is nothing to release.
  func next(in draft: Draft) throws -> Version
}

/// A range of history: the ancestors of one commit that are not ancestors of others.
package struct CommitRange: Hashable, Sendable {
  package let end: ObjectID
  /// Commits that are excluded together with their ancestors.
  package let excluded: [ObjectID]
  /// Only commits that change one of these; empty: all.
  package let paths: [PathPattern]

  package init(to end: ObjectID, without excluded: [ObjectID], touching paths: [PathPattern] = []) {
    self.end = end
    self.excluded = excluded
    self.paths = paths
  }
}
