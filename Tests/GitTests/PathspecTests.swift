import TestSupport
import Testing

@testable import Git

@Suite("A path limit")
struct PathspecTests {
  private static let files = [
    "a.txt", "src/a.txt", "src/b.c", "src/sub/a.txt", "src/sub/deep/x.c", "srcs/z.c", "[x]/y", "docs/A.TXT",
    "docs/star*",
  ]

  @Test(
    "matches like in git",
    arguments: [
      ["src"], ["src/"], ["./src//sub"], ["src/../docs"], ["*.txt"], ["src/*.txt"], [":(glob)src/*.txt"],
      [":(glob)**/*.c"], [":(icase)*.txt"], [":!src/sub"], ["src", ":!*.c"], [":^src", ":(exclude)docs"],
      [":(literal)docs/star*"], [":/src/sub"], ["s*"], [":(glob)s*"], ["[x]/y"], ["src/b.c", "docs"],
      [":(top,icase)SRC"], ["?.txt"],
    ])
  func asGit(limits: [String]) throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", Dictionary(uniqueKeysWithValues: Self.files.map { ($0, $0) }))
    let answer = try sandbox.run("git", ["archive", "--format=tar", "HEAD", "--"] + limits)
    #expect(answer.succeeded, "\(answer.errorText)")
    try sandbox.folder.write("limited.tar", answer.output)
    let listed = try sandbox.run(
      "tar", ["--list", "--file", "\(sandbox.folder.path)/limited.tar"])
    let expected = listed.outputText.split(separator: "\n").map(String.init).filter { !$0.hasSuffix("/") }
    let pathspec = try Pathspec(limits)
    #expect(Self.files.filter { pathspec.matches(Array($0.utf8)[...]) }.sorted() == expected.sorted())
  }

  @Test(
    "is refused if its meaning is unclear",
    arguments: [
      (":(glob", "`:(glob` is not a valid pathspec: the bracket is not closed"),
      (":(attr:x)a", "`:(attr:x)a` is not a valid pathspec: `attr:x` is not supported"),
      (":(glob,literal)a", "`:(glob,literal)a` is not a valid pathspec: `glob` and `literal` exclude each other"),
      ("/etc", "`/etc` is not a valid pathspec: it is absolute"),
      ("../x", "`../x` is not a valid pathspec: it leads out of the repository"),
    ])
  func refused(limit: String, message: String) {
    let error = #expect(throws: GitError.self) { try Pathspec([limit]) }
    #expect(error?.diagnostics.map { $0.rendered() } == ["error: \(message)"])
  }
}
