import TestSupport
import Testing
import Versioning

@testable import Git

@Suite("References that are read without libgit2")
struct ReferenceFilesTests {
  /// A repository with a branch, tags of all kinds and a remote's branches.
  private func world() throws -> GitSandbox {
    let sandbox = try GitSandbox()
    try sandbox.write("a", "a\n")
    try sandbox.commit("First")
    let head = try sandbox.git("rev-parse", "HEAD")
    for name in ["tags/1.0.0", "tags/nested/deep/2.0", "tags/é", "heads/topic/one", "remotes/origin/main"] {
      try sandbox.git("update-ref", "refs/\(name)", head)
    }
    try sandbox.git("tag", "-a", "-m", "Annotated", "3.0.0")
    try sandbox.git("tag", "-a", "-m", "Of a tag", "4.0.0", "3.0.0")
    try sandbox.git("tag", "blob", "HEAD:a")
    try sandbox.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    return sandbox
  }

  private static let changes = [
    ":", "git pack-refs --all",
    "git pack-refs --all; git tag 5.0.0; git tag -d 1.0.0; git update-ref refs/tags/é 3.0.0",
    "git pack-refs --all; git commit -q --allow-empty -m More; git update-ref -d refs/heads/topic/one",
    "git gc -q", "git pack-refs --all; sed -i.bak -e 1d .git/packed-refs", "touch .git/refs/tags/9.9.9.lock",
  ]

  @Test("are those that git lists", arguments: changes)
  func all(script: String) throws {
    let sandbox = try world()
    #expect(try sandbox.run("sh", ["-ec", script]).succeeded)
    let files = ReferenceFiles(in: "\(sandbox.path)/.git")
    for prefix in ["refs/", "refs/tags/", "refs/heads/", "refs/remotes/", "refs/none/"] {
      let listed = try sandbox.git(
        "for-each-ref", "--format=%(refname) %(objectname) %(symref)", String(prefix.dropLast()))
      let found = try #require(files.all(below: prefix)).map { name, finding, _ in
        switch finding {
        case .object(let id): "\(name) \(id) "
        case .symbolic(let target): "\(name) \(files.resolved(target).id ?? "") \(target)"
        case .nothing, .unclear: "\(name)?"
        }
      }
      #expect(found == listed.split(separator: "\n").map(String.init))
      for line in listed.split(separator: "\n") {
        let words = line.split(separator: " ")
        #expect(files.resolved(String(words[0])).id == String(words[1]))
      }
    }
    for (name, finding, peeled) in try #require(files.all(below: "refs/tags/")) where peeled != nil {
      #expect(try peeled?.hex == sandbox.git("rev-parse", "\(name)^{}"), "\(finding)")
    }
    #expect(files.finding("HEAD") == .symbolic("refs/heads/main"))
    #expect(files.finding("refs/tags/none") == .nothing)
    #expect(files.finding("refs/tags/nested") == .nothing)
  }

  @Test("are left to libgit2 where there is something unusual")
  func unclear() throws {
    let sandbox = try world()
    let files = ReferenceFiles(in: "\(sandbox.path)/.git")
    for (name, contents) in [
      ("empty", ""), ("word", "word\n"), ("zero", String(repeating: "0", count: 40)), ("short", "12ab\n"),
    ] {
      try sandbox.write(".git/refs/tags/\(name)", contents)
      #expect(files.finding("refs/tags/\(name)") == .unclear)
      #expect(files.all(below: "refs/tags/") == nil)
      try sandbox.remove(".git/refs/tags/\(name)")
    }
    try sandbox.link(".git/refs/tags/link", to: "1.0.0")
    #expect(files.finding("refs/tags/link") == .unclear)
    try sandbox.remove(".git/refs/tags/link")
    for name in ["a b", "refs/../HEAD", "refs/tags/x.lock", "", "tags"] { #expect(files.finding(name) == .unclear) }
    for number in 0..<7 {
      try sandbox.write(".git/refs/heads/ring\(number)", "ref: refs/heads/ring\((number + 1) % 7)\n")
    }
    #expect(files.resolved("refs/heads/ring0") == .unclear)
    try sandbox.write(".git/packed-refs", "# pack-refs with: peeled\nnonsense\n")
    #expect(files.finding("refs/heads/main") != .unclear)
    #expect(files.finding("refs/heads/none") == .unclear)
  }

  @Test("are read again once they have changed")
  func changed() throws {
    let sandbox = try world()
    let files = ReferenceFiles(in: "\(sandbox.path)/.git")
    let first = try sandbox.git("rev-parse", "HEAD")
    try sandbox.git("pack-refs", "--all")
    #expect(files.resolved("HEAD").id == first)
    try sandbox.git("commit", "-q", "--allow-empty", "-m", "More")
    #expect(files.resolved("HEAD").id == (try sandbox.git("rev-parse", "HEAD")))
    try sandbox.git("pack-refs", "--all")
    #expect(files.resolved("HEAD").id == (try sandbox.git("rev-parse", "HEAD")))
  }
}

extension ReferenceFiles.Finding {
  fileprivate var id: String? {
    if case .object(let id) = self { id.hex } else { nil }
  }
}
