import TextEditing
import Versioning

/// The world as a plan may see it: disk, git, clock and environment, read only.
package protocol WorkspaceReading: FileReading {
  /// Every file on disk below `folder`, also the ignored ones, in byte order; no link to a folder is followed. Empty when
  /// there is no such folder.
  func filePaths(below folder: RelativePath) throws -> [RelativePath]
  /// False where `filePaths()` has none below `folder`, as far as that can be told without looking through the whole project.
  func mayHaveFiles(below folder: RelativePath) throws -> Bool
  /// The size and the digest of the file at `path`, which is absolute or from the root; nil if there is none.
  func artifact(at path: String) throws -> ArtifactContents?
  /// The published release of `tag`, compared with `assets`; nil if there is none, or if the forge cannot be read.
  func publishedRelease(
    of tag: String, on repository: ForgeRepository, comparing assets: [Artifact]
  ) throws
    -> PublishedRelease?
  /// Whether git leaves the file at `path` out, be it there or not: it matches a rule of `.gitignore` and is not tracked.
  func isIgnored(_ path: RelativePath) throws -> Bool
  /// The first of `paths` that git tracks under another spelling, where the disk does not tell the two apart; nil when there
  /// is none.
  func misspelling(among paths: [RelativePath]) throws -> (path: RelativePath, tracked: RelativePath)?
  func head() throws -> HeadState
  /// What differs from the commit that is checked out, in byte order; ignored files are left out.
  func changes() throws -> [FileChange]
  /// Every tag without `refs/tags/`, with the commit it leads to.
  func tags() throws -> [String: ObjectID]
  /// The tag of that name; nil when there is none.
  func tag(named name: String) throws -> ExistingTag?
  /// Why `tags` may lack some that the project has; nil when nothing speaks for that.
  func tagGap() throws -> TagGap?
  /// The names of the remotes, in git's order.
  func remoteNames() throws -> [String]
  /// The addresses of the remotes, without user names and passwords.
  func remoteAddresses() throws -> [String]
  /// The address of one remote, without a password; nil when it has none.
  func remoteAddress(of remote: String) throws -> String?
  /// Where git would push `branch`: the configured remote, the only one, or `origin`; nil when that settles nothing.
  func pushDestination(of branch: String) throws -> PushDestination?
  /// What the remote had there when it was last fetched or pushed to; nil when that is not known.
  func trackedHead(of destination: PushDestination) throws -> ObjectID?
  /// Whether several refs can be pushed as one, all or none, by what pushes here.
  var pushesAtomically: Bool { get }
  /// How far `branch` and what it follows on its remote are apart, as of the last fetch; nil when it follows nothing.
  func distanceFromUpstream(of branch: String) throws -> UpstreamDistance?
  /// How many commits lead to the one that is checked out; nil in a shallow clone, which does not have them all.
  func commitCount() throws -> Int?
  /// The commits of `range`, children before their parents, otherwise the newest first.
  func history(of range: CommitRange) throws -> [CommitRecord]
  /// The first of `candidates` that leads to `commit`; nil when none does.
  func firstAncestor(of commit: ObjectID, among candidates: [ObjectID]) throws -> ObjectID?
  /// The commit that `name` stands for, be it a tag, a branch, an id or `HEAD`; nil when there is none.
  func commit(named name: String) throws -> ObjectID?
  /// The day on which `commit` was made, such as `2026-11-21`, in UTC.
  func day(of commit: ObjectID) throws -> String
  /// The bytes of the file at `path` as `commit` has it; nil when it has none.
  func contents(of path: RelativePath, in commit: ObjectID) throws -> [UInt8]?
  /// A merge, rebase or the like that is half done, by its git command; nil when there is none.
  func unfinishedOperation() throws -> String?
  /// What `revision` names, as git reads it: a commit, or a tree by itself.
  func archiveSource(of revision: String) throws -> ArchiveWrite.Source
  /// Returns what the program `words` prints, without the line end at its end: a secret that the Releasefile declares so;
  /// nil where no program may run, because the command only looks.
  func secret(printedBy words: [String]) throws -> Secret?
  /// The variables that the process was started with.
  var environment: [String: String] { get }
  /// The day in UTC as `2026-11-21`.
  var today: String { get }
  /// The minute of the day in UTC as `1830`.
  var minute: String { get }
  /// The name of the folder that the repository is in.
  var folderName: String { get }
}

/// What is checked out.
package enum HeadState: Hashable, Sendable {
  /// A branch, without `refs/heads/`, and the commit it is at.
  case branch(String, ObjectID)
  /// A branch without a commit.
  case unborn(String)
  case detached(ObjectID)

  package var commit: ObjectID? {
    switch self {
    case .branch(_, let commit), .detached(let commit): commit
    case .unborn: nil
    }
  }
}

/// A file that is not as the commit that is checked out has it.
package struct FileChange: Hashable, Sendable {
  package let path: RelativePath
  /// Whether git does not know the file at all.
  package let isUntracked: Bool

  package init(path: RelativePath, isUntracked: Bool) {
    self.path = path
    self.isUntracked = isUntracked
  }
}

/// How far a branch and the one that it follows are apart, in commits.
package struct UpstreamDistance: Hashable, Sendable {
  /// Such as `origin/main`.
  package let upstream: String
  package let ahead: Int
  package let behind: Int

  package init(upstream: String, ahead: Int, behind: Int) {
    self.upstream = upstream
    self.ahead = ahead
    self.behind = behind
  }
}

/// Where a branch goes.
package struct PushDestination: Hashable, Sendable {
  package let remote: String
  /// The full name of the ref there.
  package let ref: String

  package init(remote: String, ref: String) {
    self.remote = remote
    self.ref = ref
  }
}

/// Finds the version that a project has, given its files as they would be by now. Steps bring the one that knows the
/// manifests.
package protocol VersionReading: Sendable {
  /// The version; nil when the project says none anywhere.
  func version(in draft: Draft) throws -> Version?
  /// The build number; nil when the project says none.
  func build(in draft: Draft) throws -> String?
  /// The version that follows from what has changed; the current one when there is nothing to release.
  func next(in draft: Draft) throws -> Version
}
