import TestSupport
import Testing

@testable import Git

@Suite("A file of configuration that is read without libgit2")
struct ConfigurationTextTests {
  private static let understood = [
    "", "\n\n# comment\n; another\n", "[a]\nb=c\n", "[a]b=c", "[A.B]\n C-d = e \n", "[a \"B c\"]\n\tD\n",
    "[remote \"a\\\"b\\\\c\\d\"]\nurl = x\n", "[a]\nb = \"c  # d\" # e\n", "[a]\nb = c;d\n", "[a]\nb = c \"d\" e\n",
    "[a]\nb = c\\\n   d\n", "[a]\nb = \\t\\n\\\\\\\"\\b\n", "[a]\r\nb = c\r\n", "\u{FEFF}[a]\nb=c\n", "[a]\nb=\n",
    "[a]\nb = \"\"\n",
    "[a]\nb = c\n[d]\n[a]\nb = e\n", "[a]\nb\n[a \"x\"]b=1\n[a]c=2", "[a]\nb = é\u{1F426}\n",
    "[a]\n  b   =   c   d   \n",
    "[a \"\"]\nb = c\n", "[a-1.2]\nb1 = c\n", "[a]\nb = # c\n", "[a]\nb = \\\n\n[c]\nd=e\n", "[a]\nb = \"c\\\nd\"\n",
  ]
  private static let refused = [
    "[a\nb=c\n", "[a]\nb c\n", "[a]\n1b = c\n", "[a]\nb = \"c\n", "[a]\nb = \\x\n", "[a \"b]\n",
    "[a \"b\" ]\n",
    "[a_b]\nc=d\n", "[a] b # c\n", "[a]\nb = \"c\n\"\n", "[a x]\nb=c\n", "=\n", "[a]\nb_c = d\n",
  ]

  @Test("says what git says that it says", arguments: understood)
  func understands(text: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.write("settings", text)
    let listed = try sandbox.attempt("config", "--file", "settings", "--null", "--list")
    #expect(listed.succeeded, "\(text): \(listed.errorText)")
    let expected = String(decoding: listed.output, as: UTF8.self).split(separator: "\0").map { entry in
      let parts = entry.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return "\(parts[0]) = \(parts.count > 1 ? parts[1] : "true")"
    }
    #expect(ConfigurationText(Array(text.utf8))?.settings.map { "\($0.key) = \($0.value)" } == expected)
  }

  @Test("is not understood where git does not understand it", arguments: refused)
  func refuses(text: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.write("settings", text)
    #expect(try !sandbox.attempt("config", "--file", "settings", "--list").succeeded, "\(text)")
    #expect(ConfigurationText(Array(text.utf8)) == nil)
  }

  @Test("is not read with a NUL in it or outside of a section, nor where it includes another file")
  func leavesToLibGit2() {
    #expect(ConfigurationText(Array("[a]\nb = c\0d\n".utf8)) == nil)
    #expect(ConfigurationText(Array("a = b\n".utf8)) == nil)
    #expect(Configuration([Array("[include]\npath = x\n".utf8)]) == nil)
    #expect(Configuration([Array("[includeIf \"gitdir:x\"]\npath = x\n".utf8)]) == nil)
    #expect(Configuration([Array("[a]\nb = 1\n".utf8), Array("[a]\nb = 2\n".utf8)])?.values("a.b") == ["1", "2"])
  }
}
