import Git
import TestSupport
import Testing
import TextEditing

@testable import Execution

@Suite("A copy of the index")
struct IndexCopyTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release() }

  /// The index with something staged for `VERSION`, then what a commit of it would leave.
  private func committed() throws -> (copy: IndexCopy, repository: Repository) {
    let repository = try release.workspace().repository
    try sandbox.write("VERSION", "staged\n")
    try sandbox.git("add", "VERSION")
    let copy = IndexCopy(of: repository)
    try sandbox.write("VERSION", "committed\n")
    try sandbox.git("add", "VERSION")
    return (copy.followed(byCommitOf: ["VERSION"], in: repository), repository)
  }

  @Test("is put back byte for byte where nothing else has been at the index")
  func exact() throws {
    try sandbox.write("VERSION", "staged\n")
    try sandbox.git("add", "VERSION")
    let before = try release.snapshot()
    let repository = try release.workspace().repository
    let copy = IndexCopy(of: repository)
    try sandbox.git("rm", "--quiet", "--cached", "VERSION", "b")
    try copy.followed(byCommitOf: ["VERSION"], in: repository).restore(in: repository, at: release.id(release.base))
    #expect(try release.snapshot().differences(from: before) == [])
  }

  @Test("leaves what somebody has staged since, and resets the committed files alone")
  func stagedSince() throws {
    let (copy, repository) = try committed()
    try sandbox.git("add", "b")
    try copy.restore(in: repository, at: release.id(release.base))
    #expect(try sandbox.git("status", "--porcelain") == " M VERSION\nM  a\nM  b\n?? c")
    #expect(!sandbox.has(".git/index.lock"))
  }

  @Test("is not put back while somebody else has the index locked")
  func locked() throws {
    let (copy, repository) = try committed()
    try sandbox.write(".git/index.lock", "theirs")
    let before = try release.snapshot()
    #expect(throws: GitError.self) { try copy.restore(in: repository, at: release.id(release.base)) }
    #expect(try release.snapshot().differences(from: before) == [])
  }
}
