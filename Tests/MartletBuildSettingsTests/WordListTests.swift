import MartletBuildSettings
import Testing

@Suite("A list of words")
struct WordListTests {
  @Test(
    "is parsed as in the build system",
    arguments: [
      ("a \"b c\" d\\ e 'f g' \"\"", ["a", "b c", "d e", "f g", ""]), ("", []), (" \t", []),
      ("don't stop", ["dont stop"]),
      ("$(inherited) -D COCOAPODS", ["$(inherited)", "-D", "COCOAPODS"]),
      ("x$(A:default=b c)y ${D e} $[F g]", ["x$(A:default=b c)y", "${D e}", "$[F g]"]),
      ("$(A_$(B c) d) e", ["$(A_$(B c) d)", "e"]), ("\"$(A)\" '$(B)'", ["$(A)", "$(B)"]), ("a $(b c", ["a", "$(b c"]),
      ("-DX=\\\"a\\ b\\\"", ["-DX=\"a b\""]), ("a\\", ["a"]), ("$ $A $$", ["$", "$A", "$$"]),
    ])
  func words(text: String, expected: [String]) {
    #expect(WordList(of: text).words == expected)
  }

  @Test(
    "contains consecutive words",
    arguments: [
      ("a -D X b", "-D X", true), ("a -D Y X", "-D X", false), ("-DXY", "-DX", false), ("\"-DX\"", "-DX", true),
      ("-D X a", "-DX", true), ("-DX a", "$(inherited) -D X", false), ("-DX", "-D X", true), ("", "a", false),
    ])
  func contains(text: String, other: String, expected: Bool) {
    #expect(WordList(of: text).contains(WordList(of: other)) == expected)
  }

  @Test(
    "can be continued unless a quote or reference is open",
    arguments: [
      ("", true), ("a", true), ("'a' \"b\" $(c)", true), ("a\\\\", true), ("a\\", false), ("'a", false), ("a\"", false),
      ("$(a", false), ("${a)", false), ("$(a_$(b)", false),
    ])
  func end(text: String, expected: Bool) {
    #expect(WordList.canAppend(to: text) == expected)
  }
}
