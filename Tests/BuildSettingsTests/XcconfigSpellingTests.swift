import Testing

@testable import BuildSettings

@Suite("A value in an xcconfig file")
struct XcconfigSpellingTests {
  @Test(
    "is written so that the engine reads it back",
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
    #expect(try value.xcconfigSpelling() == text)
    let evaluation = try Evaluation("X = x|A = \(text)|B = 1")
    #expect(try evaluation["A"] == read)
    #expect(try evaluation["B"] == "1")
    #expect(try Evaluation("X = x|A = \(text) ; // c|B = 1")["A"] == read)
  }

  @Test("is one line", arguments: ["a\nb", "a\r", "\r\n", "a\u{2028}b", "\u{2029}"])
  func lineEnds(value: String) {
    #expect(throws: BuildSettingsError.lineEndInValue(value)) { try value.xcconfigSpelling() }
  }

  @Test("does not end in a backslash", arguments: ["\\", "C:\\dir\\"])
  func backslash(value: String) {
    #expect(throws: BuildSettingsError.backslashAtEnd(value)) { try value.xcconfigSpelling() }
  }
}
