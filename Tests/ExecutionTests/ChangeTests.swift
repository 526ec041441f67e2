import Git
import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("An undone commit")
struct ChangeTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  /// A commit of `VERSION`, while another change was staged.
  private func committed() throws -> (change: Change, run: RunState) {
    try sandbox.write("VERSION", "staged\n")
    try sandbox.git("add", "VERSION")
    try sandbox.write("VERSION", "1.5.0\n")
    guard case .createCommit(let creation) = try release.commit("VERSION") else { throw CancellationError() }
    return try release.perform(CommitPerformer(creation: creation))
  }

  @Test("restores the branch and the index byte for byte if the index has not changed since")
  func exact() throws {
    let index = try #require(try release.workspace().repository.indexContents)
    let (change, run) = try committed()
    let staged = try sandbox.git("diff", "--cached", "--name-only", release.base)
    #expect(staged == "VERSION\na")
    // A second undo changes nothing.
    for _ in 1...2 {
      try change.revert(in: release.workspace(), run.folder)
      #expect(try sandbox.git("show", ":VERSION") == "staged")
      #expect(try sandbox.git("status", "--porcelain") == "MM VERSION\nM  a\n M b\n?? c")
      #expect(try sandbox.git("rev-parse", "main") == release.base)
    }
    #expect(try release.workspace().repository.indexContents != index)
    try release.checkHealth()
  }

  @Test("keeps later staged changes, and resets only the committed files")
  func stagedSince() throws {
    let (change, run) = try committed()
    try sandbox.git("add", "b")
    try change.revert(in: release.workspace(), run.folder)
    #expect(try sandbox.git("status", "--porcelain") == " M VERSION\nM  a\nM  b\n?? c")
    #expect(try sandbox.git("rev-parse", "main") == release.base)
    #expect(!sandbox.has(".git/index.lock"))
  }

  @Test("has its index repaired after a crash between the branch and the index")
  func halfDone() throws {
    try sandbox.write("VERSION", "1.5.0\n")
    let index = try #require(try release.workspace().repository.indexContents)
    let (change, run) = try committed()
    guard case .commit(let move) = change else { return #expect(Bool(false), "\(change)") }
    try sandbox.write(".git/index", index)
    // Like `git status`: the same index in other bytes.
    try sandbox.git("update-index", "--index-version", "4")
    let old = CommitMove(
      entry: 1, branch: move.branch, parent: move.parent, commit: move.commit, files: move.files,
      indexBefore: ContentDigest(of: index), indexAfter: move.indexAfter)
    try Change.commit(old).finish(in: release.workspace(), run.folder)
    #expect(try sandbox.git("status", "--porcelain") == "M  a\n M b\n?? c")
  }
}
