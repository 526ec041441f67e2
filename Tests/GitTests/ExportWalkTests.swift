import Archiving
import MartletCore
import Processes
import TestSupport
import Testing

@testable import Git

@Suite("An export's walk")
struct ExportWalkTests {
  /// The id of a tree with unusual bytes.
  private func tree(_ entries: [(mode: String, name: String, id: String)], in sandbox: GitSandbox) throws -> String {
    var bytes: [UInt8] = []
    for entry in entries {
      let id = try #require(ObjectID(entry.id))
      bytes += Array("\(entry.mode) \(entry.name)".utf8) + [0] + id.bytes
    }
    try sandbox.folder.write("tree", bytes)
    return try sandbox.git("hash-object", "-w", "-t", "tree", "--literally", "\(sandbox.folder.path)/tree")
  }

  private func failure(
    _ revision: String, in sandbox: GitSandbox, _ options: ExportOptions = ExportOptions()
  ) throws
    -> [String]
  {
    do {
      let repository = try sandbox.repository()
      let walk = try ExportWalk(repository.exportSubject(revision), in: repository, options)
      while try walk.next() != nil {}
      return []
    } catch let error as GitError {
      return error.diagnostics.map { $0.rendered() }
    }
  }

  @Test("ends with this process when `git` expands placeholders")
  func interrupted() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First")
    let head = try sandbox.headID()
    // The signal comes before git has ended.
    try sandbox.replaceGit(by: "exec sleep 600")
    let repository = try sandbox.repository()
    let interruption = try Interruption()
    repository.interruption = interruption
    interruption.request(15)
    var substitution = Substitution(of: head, in: repository)
    #expect(throws: GitError.interrupted(signal: 15)) {
      try substitution.applied(to: Array("$Format:%d$".utf8), at: Array("a".utf8))
    }
  }

  @Test(
    "refuses unsafe names",
    arguments: [
      ("..", "it leads out of its folder"), (".", "it leads out of its folder"),
      (".git", "it would be read as a repository"), (".GIT", "it would be read as a repository"),
      ("git~1", "it would be read as a repository"), (".git. ", "it would be read as a repository"),
      (".g\u{200C}it", "it would be read as a repository"), ("a/b", "a name in a tree has no slash"),
      ("/etc", "a name in a tree has no slash"),
    ])
  func hostile(name: String, reason: String) throws {
    let sandbox = try GitSandbox()
    let commit = try sandbox.commit("First", ["a": "a"])
    let blob = try sandbox.git("rev-parse", "\(commit):a")
    let inner = try tree([("100644", name, blob)], in: sandbox)
    let outer = try tree([("40000", "sub", inner)], in: sandbox)
    #expect(try failure(outer, in: sandbox) == ["error: the path `sub/\(name)` is refused: \(reason)"])
  }

  @Test("stops at a missing or invalid tree or commit")
  func damaged() throws {
    let sandbox = try GitSandbox()
    let commit = try sandbox.commit("First", ["a": "a"])
    let blob = try sandbox.git("rev-parse", "\(commit):a")
    let none = String(repeating: "7", count: 40)
    #expect(
      try failure("nowhere", in: sandbox) == [
        "error: `nowhere` does not exist in the repository, expected a commit, a tag or a tree"
      ])
    #expect(try failure("HEAD:a", in: sandbox) == ["error: `HEAD:a` names a file, expected a commit, a tag or a tree"])
    let missing = try tree([("40000", "sub", none)], in: sandbox)
    #expect(
      try failure(missing, in: sandbox) == [
        "error: `sub/` cannot be read: its object \(none) is missing in the repository"
      ])
    let wrong = try tree([("40000", "sub", blob)], in: sandbox)
    let hint = "\nhint: see what is broken with `git fsck`; `git fetch --refetch` fetches the remote's objects again"
    #expect(
      try failure(wrong, in: sandbox) == ["error: the object \(blob) is unusable: it is a blob, expected a tree\(hint)"]
    )
    for bytes in ["100644", "100644 a", "100644 a\u{0}short", "10x644 a\u{0}", " a\u{0}"] {
      try sandbox.folder.write("tree", bytes)
      let id = try sandbox.git("hash-object", "-w", "-t", "tree", "--literally", "\(sandbox.folder.path)/tree")
      #expect(try failure(id, in: sandbox) == ["error: the object \(id) is unusable: it is not a valid tree\(hint)"])
    }
  }

  @Test("stops at a path limit without matches, like git")
  func noMatch() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a/b": "b"])
    var options = ExportOptions()
    options.paths = ["a", "none"]
    #expect(try failure("HEAD", in: sandbox, options) == ["error: `none` matches no path in the tree"])
  }

  @Test("stops at a submodule if configured, and at a missing one")
  func submodules() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a": "a"])
    try sandbox.git("update-index", "--add", "--cacheinfo", "160000,\(String(repeating: "7", count: 40)),lib/x")
    try sandbox.git("commit", "-q", "-m", "Submodule")
    var options = ExportOptions()
    options.submodules = .error
    #expect(
      try failure("HEAD", in: sandbox, options) == [
        """
        error: `lib/x` is a submodule, expected none
        hint: leave it empty with `--submodules skip`, or export its contents with `--submodules include`
        """
      ])
    options.submodules = .include
    #expect(
      try failure("HEAD", in: sandbox, options) == [
        """
        error: the submodule `lib/x` does not have its commit 7777777
        hint: get it with `git submodule update --init 'lib/x'`
        """
      ])
  }
}
