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
    "means what it means to git",
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
    "is refused when nobody knows what it means",
    arguments: [
      (":(glob", "`:(glob` cannot limit the paths: the bracket is not closed"),
      (":(attr:x)a", "`:(attr:x)a` cannot limit the paths: `attr:x` is not known here"),
      (":(glob,literal)a", "`:(glob,literal)a` cannot limit the paths: `glob` and `literal` exclude each other"),
      ("/etc", "`/etc` cannot limit the paths: it is absolute"),
      ("../x", "`../x` cannot limit the paths: it leads out of the repository"),
    ])
  func refused(limit: String, message: String) {
    let error = #expect(throws: GitError.self) { try Pathspec([limit]) }
    #expect(error?.diagnostics.map { $0.rendered() } == ["error: \(message)"])
  }
}
