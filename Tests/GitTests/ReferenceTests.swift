import MartletCore
import TestSupport
import Testing

@testable import Git

@Suite("The references")
struct ReferenceTests {
  /// A repository with a branch, tags of all kinds and a remote's branches.
  private func world() throws -> GitSandbox {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a": "a\n"])
    let head = try sandbox.git("rev-parse", "HEAD")
    for name in ["tags/1.0.0", "tags/nested/deep/2.0", "tags/é", "heads/topic/one", "remotes/origin/main"] {
      try sandbox.git("update-ref", "refs/\(name)", head)
    }
    try sandbox.git("tag", "-a", "-m", "Annotated", "3.0.0")
    try sandbox.git("tag", "-a", "-m", "Of a tag", "4.0.0", "3.0.0")
    try sandbox.git("tag", "blob", "HEAD:a")
    try sandbox.git("tag", "tree", "HEAD^{tree}")
    try sandbox.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    return sandbox
  }

  @Test(
    "match git's, with the targets of tags",
    arguments: [
      ":", "git pack-refs --all",
      "git pack-refs --all; git tag 5.0.0; git tag -d 1.0.0; git update-ref refs/tags/é 3.0.0",
      "git pack-refs --all; git commit -q --allow-empty -m More; git update-ref -d refs/heads/topic/one",
      "git gc -q", "git pack-refs --all; sed -i.bak -e 1d .git/packed-refs", "touch .git/refs/tags/9.9.9.lock",
    ])
  func all(script: String) throws {
    let sandbox = try world()
    try sandbox.shell(script)
    let repository = try sandbox.repository()
    for prefix in ["refs/", "refs/tags/", "refs/heads/", "refs/remotes/", "refs/none/"] {
      let listed = try sandbox.git("for-each-ref", "--format=%(refname) %(objectname)", String(prefix.dropLast()))
        .split(separator: "\n").map(String.init)
      let names = try repository.referenceNames(below: prefix)
      #expect(try names.map { "\($0) \(try repository.reference(named: $0)?.hex ?? "")" } == listed)
    }
    let listed = try sandbox.git("for-each-ref", "--format=%(refname:short) %(objectname) %(*objectname)", "refs/tags")
    let expected = try listed.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      // git peels one tag, `^{}` all of them.
      return "\(words[0]) \(try sandbox.git("rev-parse", "refs/tags/\(words[0])^{}"))"
    }
    #expect(try repository.tagTargets().map { "\($0.name) \($0.target)" } == expected)
    #expect(try repository.head().branch == "main")
    #expect(try repository.reference(named: "refs/tags/none") == nil)
    #expect(try repository.reference(named: "refs/tags/nested") == nil)
  }

  @Test("are read again after a change")
  func changed() throws {
    let sandbox = try world()
    let repository = try sandbox.repository()
    for script in ["git pack-refs --all", "git commit -q --allow-empty -m More", "git pack-refs --all"] {
      try sandbox.shell(script)
      #expect(try repository.head().commit == sandbox.id("HEAD"))
      #expect(try repository.reference(named: "refs/heads/main") == sandbox.id("HEAD"))
    }
  }
}
