import TestSupport
import Testing

@testable import MartletBuildSettings

@Suite("A value in an xcconfig file")
struct XcconfigSpellingTests {
  @Test(
    "is written so that the engine reads back the same value",
    arguments: [
      ("", "", ""), ("1.2", "1.2", "1.2"), ("a b", "a b", "a b"), ("a \\ b", "a \\ b", "a \\ b"),
      ("https://a.test", "https:/$()/a.test", "https://a.test"), ("//", "/$()/", "//"), ("///a", "/$()/$()/a", "///a"),
      (" a", "$() a", " a"), ("a ", "a $()", "a "), (" ", "$() $()", " "),
      ("\ta\u{0C}", "$()\ta\u{0C}$()", "\ta\u{0C}"),
      ("a;", "a;$()", "a;"), ("a;;", "a;;$()", "a;;"), (";", ";$()", ";"), ("a; ", "a; $()", "a; "),
      ("a\\;", "a\\;$()", "a\\;"),
      ("$(X) y", "$(X) y", "x y"), ("$$ $(inherited)é", "$$ $(inherited)é", "$ é"), ("\"a b\"", "\"a b\"", "\"a b\""),
    ])
  func spelling(value: String, text: String, read: String) throws {
    #expect(try value.xcconfigSpelling(for: "A") == text)
    let evaluation = try Evaluation("X = x|A = \(text)|B = 1")
    #expect(try evaluation["A"] == read)
    #expect(try evaluation["B"] == "1")
    #expect(try Evaluation("X = x|A = \(text) ; // c|B = 1")["A"] == read)
  }

  @Test("is one line", arguments: ["a\nb", "a\r", "\r\n", "a\u{2028}b", "\u{2029}"])
  func lineEnds(value: String) {
    #expect(throws: BuildSettingsError.lineEndInValue(value)) { try value.xcconfigSpelling(for: "A") }
  }

  @Test("does not end in a backslash", arguments: ["\\", "C:\\dir\\"])
  func backslash(value: String) {
    #expect(throws: BuildSettingsError.backslashAtEnd(value)) { try value.xcconfigSpelling(for: "A") }
  }

  @Test("ends in a backslash if that is an ordinary character")
  func backslashOfString() throws {
    let text = try "C:\\dir\\".xcconfigSpelling(for: "PRODUCT_NAME")
    #expect(text == "C:\\dir\\$()")
    #expect(try Evaluation("PRODUCT_NAME = \(text)|B = 1")["PRODUCT_NAME"] == "C:\\dir\\")
  }

  @Test("is read back for all characters")
  func random() throws {
    let pieces = [
      "/", "//", ";", " ", "\t", "a", "é", "\"", "'", "\\ ", "[", "=", "#", "$$", "$()", "\u{A0}", "\u{0C}",
    ]
    for seed in 0..<500 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0..<8, using: &random)
      let value = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      let expected = value.replacing("$()", with: "").replacing("$$", with: "$")
      let text = try value.xcconfigSpelling(for: "PRODUCT_NAME")
      #expect(try Evaluation("PRODUCT_NAME = \(text)|B = 1")["PRODUCT_NAME"] == expected, "seed \(seed)")
    }
  }

  @Test("can be any literal text", arguments: ["A", "PRODUCT_NAME", "OTHER_LDFLAGS"])
  func literals(name: String) throws {
    let pieces = ["$", "$$", "$(X)", "${X}", "$X", "\\", "\\\\", "\\$", "//", ";", " ", "\"", "'", "a", "é", "[", "="]
    for seed in 0..<1000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0..<8, using: &random)
      let value = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined() + "."
      let text = try value.settingLiteral(for: name).xcconfigSpelling(for: name)
      #expect(try Evaluation("X = x|\(name) = \(text)|B = 1")[name] == value, "seed \(seed)")
    }
  }
}
