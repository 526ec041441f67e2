import Git
import TestSupport
import Testing
import TextEditing
import Versioning

@testable import Execution
@testable import Lanes

@Suite("A commit that is taken back")
struct ChangeTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  /// A commit of `VERSION`, for which something else had been staged.
  private func committed() throws -> (change: Change, run: RunState) {
    try sandbox.write("VERSION", "staged\n")
    try sandbox.git("add", "VERSION")
    try sandbox.write("VERSION", "1.5.0\n")
    guard case .createCommit(let creation) = try release.commit("VERSION") else { throw CancellationError() }
    return try release.perform(CommitPerformer(creation: creation))
  }

  @Test("gives the branch and the index back byte for byte where nothing else has been at the index")
  func exact() throws {
    let index = try #require(try release.workspace().repository.indexContents)
    let (change, run) = try committed()
    let staged = try sandbox.git("diff", "--cached", "--name-only", release.base)
    #expect(staged == "VERSION\na")
    // Taking back what is taken back changes nothing.
    for _ in 1...2 {
      try change.revert(in: release.workspace(), run.folder)
      #expect(try sandbox.git("show", ":VERSION") == "staged")
      #expect(try sandbox.git("status", "--porcelain") == "MM VERSION\nM  a\n M b\n?? c")
      #expect(try sandbox.git("rev-parse", "main") == release.base)
    }
    #expect(try release.workspace().repository.indexContents != index)
    try release.checkHealth()
  }

  @Test("leaves what somebody has staged since, and resets the committed files alone")
  func stagedSince() throws {
    let (change, run) = try committed()
    try sandbox.git("add", "b")
    try change.revert(in: release.workspace(), run.folder)
    #expect(try sandbox.git("status", "--porcelain") == " M VERSION\nM  a\nM  b\n?? c")
    #expect(try sandbox.git("rev-parse", "main") == release.base)
    #expect(!sandbox.has(".git/index.lock"))
  }

  @Test("has its index finished where a crash came between the branch and the index")
  func halfDone() throws {
    try sandbox.write("VERSION", "1.5.0\n")
    let index = try #require(try release.workspace().repository.indexContents)
    let (change, run) = try committed()
    guard case .commit(let move) = change else { return #expect(Bool(false), "\(change)") }
    try sandbox.write(".git/index", index)
    // As `git status` does: the index says the same in other bytes.
    try sandbox.git("update-index", "--index-version", "4")
    let old = CommitMove(
      entry: 1, branch: move.branch, parent: move.parent, commit: move.commit, paths: move.paths, files: move.files,
      indexBefore: ContentDigest(of: index), indexAfter: move.indexAfter)
    try Change.commit(old).settle(in: release.workspace(), run.folder)
    #expect(try sandbox.git("status", "--porcelain") == "M  a\n M b\n?? c")
  }
}
