import Git
import MartletCore
import TestSupport
import Testing

@Suite("A tag")
struct TagTests {
  private let sandbox: GitSandbox
  private let commit: ObjectID

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n"])
    commit = try sandbox.id("HEAD")
  }

  private func order(_ name: String, message: String = "m") -> TagRequest {
    TagRequest(name: name, commit: commit, message: message, now: 1_800_000_000)
  }

  @Test("that is annotated is identical to git's")
  func annotated() throws {
    let object = try sandbox.repository().createTag(order("v1.0.0", message: "Release 1.0.0\n\n\n# Notes\n- é  \n"))
    #expect(try sandbox.id("refs/tags/v1.0.0") == object)
    #expect(try sandbox.git("cat-file", "-t", object.hex) == "tag")
    try sandbox.git("tag", "-d", "v1.0.0")
    try sandbox.git("tag", "-a", "--cleanup=whitespace", "-m", "Release 1.0.0\n\n\n# Notes\n- é  \n", "v1.0.0")
    #expect(try sandbox.id("refs/tags/v1.0.0") == object)
    #expect(try sandbox.git("fsck", "--strict") == "")
  }

  @Test("needs an identity")
  func noIdentity() throws {
    for key in ["NAME", "EMAIL"] { sandbox.environment["GIT_COMMITTER_\(key)"] = nil }
    let error = #expect(throws: GitError.self) { try sandbox.repository().createTag(order("1.1.0", message: "m")) }
    #expect(error == .missingIdentity(.committer))
  }

  @Test("that exists is not created again, wherever it is stored", arguments: [true, false])
  func exists(isPacked: Bool) throws {
    try sandbox.git("tag", "-a", "-m", "there", "v1")
    try sandbox.commit("Second")
    if isPacked { try sandbox.git("pack-refs", "--all") }
    let before = try sandbox.fingerprint()
    let error = #expect(throws: GitError.self) { try sandbox.repository().createTag(order("v1", message: "again")) }
    #expect(error == .tagExists("v1", target: commit))
    #expect(error?.diagnostics.first?.message == "the tag `v1` exists already, at \(commit.short)")
    #expect(try sandbox.fingerprint() == before)
  }

  @Test("cannot exist beside another one that is its folder", arguments: [true, false])
  func names(isPacked: Bool) throws {
    try sandbox.git("tag", "a/b")
    if isPacked { try sandbox.git("pack-refs", "--all") }
    let repository = try sandbox.repository()
    let above = #expect(throws: GitError.self) { try repository.createTag(order("a")) }
    #expect(above == .referenceInTheWay("refs/tags/a/b", of: "refs/tags/a"))
    let below = #expect(throws: GitError.self) { try repository.createTag(order("a/b/c")) }
    #expect(below == .referenceInTheWay("refs/tags/a/b", of: "refs/tags/a/b/c"))
    #expect(try sandbox.git("for-each-ref", "--format=%(refname)", "refs/tags") == "refs/tags/a/b")
  }

  @Test(
    "must have a name that git accepts",
    arguments: ["", "-x", "a b", "a..b", "a~1", "a.lock", "HEAD", "/a", "a/", "a\u{7F}", "a\0b", "@{", "a:b", ".a"])
  func invalidNames(name: String) throws {
    let error = #expect(throws: GitError.self) { try sandbox.repository().createTag(order(name)) }
    #expect(error == .invalidTagName(name))
    #expect(try sandbox.git("tag") == "")
    // git lists the tags for an empty name, and accepts `HEAD` before 2.46.
    if !["", "HEAD", "a\0b"].contains(name) { #expect(try !sandbox.attempt("tag", name).succeeded) }
  }

  @Test("of a missing commit is refused")
  func noCommit() throws {
    let missing = try #require(ObjectID(String(repeating: "1", count: 40)))
    let order = TagRequest(name: "v1", commit: missing, message: "m", now: 0)
    let error = #expect(throws: GitError.self) { try sandbox.repository().createTag(order) }
    #expect(error == .noSuchObject(missing))
  }

  @Test("is deleted only if it is unchanged", arguments: [true, false])
  func deletion(isPacked: Bool) throws {
    try sandbox.git("tag", "-a", "-m", "there", "v1")
    let object = try sandbox.id("refs/tags/v1")
    if isPacked { try sandbox.git("pack-refs", "--all") }
    let repository = try sandbox.repository()
    let error = #expect(throws: GitError.self) { try repository.deleteTag(named: "v1", expected: commit) }
    #expect(error == .referenceMoved("refs/tags/v1", expected: commit, found: object))
    try repository.deleteTag(named: "v1", expected: object)
    #expect(try sandbox.git("tag") == "")
    #expect(throws: GitError.referenceMoved("refs/tags/v1", expected: object, found: nil)) {
      try repository.deleteTag(named: "v1", expected: object)
    }
  }

  @Test("is listed with its commit, for any kind and storage", arguments: [true, false])
  func list(isPacked: Bool) throws {
    try sandbox.git("tag", "light")
    try sandbox.git("tag", "-a", "-m", "annotated", "v1")
    try sandbox.git("tag", "-a", "-m", "of a tag", "nested", "v1")
    try sandbox.git("tag", "deep/er/name")
    try sandbox.git("tag", "tree", "HEAD^{tree}")
    try sandbox.git("tag", "-a", "-m", "of a blob", "blob", "HEAD:a.txt")
    if isPacked { try sandbox.git("pack-refs", "--all") }
    let repository = try sandbox.repository()
    let tags = try repository.tags()
    #expect(tags.map(\.name) == ["blob", "deep/er/name", "light", "nested", "tree", "v1"])
    #expect(tags.map(\.commit) == [nil, commit, commit, commit, nil, commit])
    #expect(tags.map(\.isAnnotated) == [true, false, false, true, false, true])
    for tag in tags {
      #expect(try tag.object == sandbox.id("refs/tags/\(tag.name)"))
      #expect(try repository.tag(named: tag.name) == tag)
    }
    #expect(
      tags.last?.tagger
        == Identity(name: "C. Committer", email: "committer@example.com", time: 1_767_225_660, offset: -210))
    #expect(try repository.tag(named: "none") == nil)
    #expect(try repository.commit(peeledFrom: tags[3].object) == commit)
  }
}
