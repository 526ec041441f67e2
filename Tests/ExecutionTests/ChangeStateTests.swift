import Git
import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

/// What a resumed run finds: a decision about each change, as a value.
@Suite("A change of a run that stopped")
struct ChangeStateTests {
  private let release: Release
  private var sandbox: GitSandbox { release.sandbox }

  init() throws { release = try Release(dirt: false) }

  private func state(_ change: Change) throws -> String { try change.state(in: release.workspace()).words }

  @Test("of a file is undone, done, or overtaken by the user")
  func file() throws {
    func digest(_ text: String) -> ContentDigest { ContentDigest(of: Array(text.utf8)) }
    let change = Change.file(
      FileReplacement(
        entry: 1, path: "VERSION", before: digest("1.4.2\n"), after: digest("1.5.0\n"), folders: []))
    #expect(try state(change) == "not done")
    try sandbox.write("VERSION", "1.5.0\n")
    #expect(try state(change) == "done")
    try sandbox.write("VERSION", "2.0.0\n")
    #expect(try state(change) == "overtaken: `VERSION` has changed since it was written")
  }

  @Test("of a tag is overtaken by another object of that name")
  func tag() throws {
    try sandbox.git("tag", "-m", "One", "1.5.0")
    let object = try release.id(sandbox.git("rev-parse", "1.5.0"))
    let change = Change.tag("1.5.0", object: object)
    #expect(try state(change) == "done")
    try sandbox.git("tag", "--force", "-m", "Two", "1.5.0")
    #expect(
      try state(change) == "overtaken: the tag `1.5.0` exists already, at \(release.base.prefix(7))")
    try sandbox.git("tag", "-d", "1.5.0")
    #expect(try state(change) == "not done")
  }

  @Test("of a push is done when all references have arrived, and partly done when some have")
  func push() throws {
    let commit = try release.id(sandbox.commit("Version 1.5.0", ["VERSION": "1.5.0\n"]))
    try sandbox.git("tag", "-m", "One", "1.5.0")
    let tag = try release.id(sandbox.git("rev-parse", "1.5.0"))
    let change = Change.push(remote: "origin", references: ["refs/heads/main": commit, "refs/tags/1.5.0": tag])
    // The remote's branch is an ancestor of the commit, so the push has not arrived.
    #expect(try state(change) == "not done")
    try sandbox.git("push", "--quiet", "origin", "main")
    #expect(try state(change) == "partly done")
    try sandbox.git("push", "--quiet", "origin", "1.5.0")
    #expect(try state(change) == "done")
    // Later commits contain the pushed one.
    try sandbox.commit("Later", ["a": "later\n"])
    try sandbox.git("push", "--quiet", "origin", "main")
    #expect(try state(change) == "done")
  }

  @Test("of a push is not done by a tag on a later commit, nor by one that is missing here")
  func otherTag() throws {
    let commit = try release.id(sandbox.commit("Version 1.5.0", ["VERSION": "1.5.0\n"]))
    let change = Change.push(remote: "origin", references: ["refs/tags/1.5.0": commit])
    let later = try sandbox.commit("Later", ["a": "later\n"])
    try sandbox.git("push", "--quiet", "origin", "\(later):refs/tags/1.5.0")
    #expect(try state(change) == "not done")
  }

  @Test("of a commit is done, undone, or overtaken by what others have committed since")
  func commit() throws {
    try sandbox.write("VERSION", "1.5.0\n")
    guard case .createCommit(let creation) = try release.commit("VERSION") else { throw CancellationError() }
    let change = try release.perform(CommitPerformer(creation: creation)).change
    #expect(try state(change) == "done")
    let commit = try sandbox.git("rev-parse", "--short=7", "main")
    let later = try sandbox.commit("Later", ["a": "later\n"]).prefix(7)
    #expect(try state(change) == "overtaken: `main` at \(later), expected `main` at \(commit), where the run stopped")
    try sandbox.git("reset", "--quiet", "--hard", release.base)
    #expect(try state(change) == "not done")
    let other = try sandbox.commit("Other", ["a": "other\n"]).prefix(7)
    #expect(
      try state(change)
        == "overtaken: `main` at \(other), expected `main` at \(release.base.prefix(7)), where the run stopped")
  }

  @Test("of a commit is not undone while another branch is checked out")
  func otherBranch() throws {
    try sandbox.write("VERSION", "1.5.0\n")
    guard case .createCommit(let creation) = try release.commit("VERSION") else { throw CancellationError() }
    let (change, run) = try release.perform(CommitPerformer(creation: creation))
    let commit = try sandbox.git("rev-parse", "main")
    try sandbox.git("switch", "--quiet", "-c", "side")
    #expect(throws: ExecutionError.branchSwitchedSincePlan("main")) {
      try change.revert(in: release.workspace(), run.folder)
    }
    #expect(try sandbox.git("rev-parse", "main", "side") == "\(commit)\n\(commit)")
  }
}
