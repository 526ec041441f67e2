import Testing

@testable import Lanes

@Suite("A text in the log of a CI system")
struct LogOrdersTests {
  @Test(
    "contains none of its commands",
    arguments: [
      ("::set-output name=x::y", #"\u{3a}:set-output name=x::y"#),
      (" \t\u{A0}::add-mask::x\na ::b\n\n::c", " \t\u{A0}\\u{3a}:add-mask::x\na ::b\n\n\\u{3a}:c"),
      ("::\u{301}x", "\\u{3a}:\u{301}x"),
      ("a ##[set-output name=x]y", #"a \u{23}#[set-output name=x]y"#),
      ("##vso[task.complete]", #"\u{23}#vso[task.complete]"#),
      ("##teamcity[buildStop]", #"\u{23}#teamcity[buildStop]"#),
      ("## [1.0] a::b # c\n", "## [1.0] a::b # c\n"), ("", ""),
    ])
  func orders(_ text: String, _ expected: String) {
    #expect(text.withoutLogCommands() == expected)
  }

  @Test(
    "begins no section of Buildkite's log",
    arguments: [
      ("--- a/VERSION\n+++ b/VERSION\n-1\n+2", "\\u{2d}-- a/VERSION\n\\u{2b}++ b/VERSION\n-1\n+2"),
      ("^^^ +++\n~~~\thidden", "\\u{5e}^^ +++\n\\u{7e}~~\thidden"),
      ("\u{1B}[31m--- a\u{1B}[0m", "\u{1B}[31m\\u{2d}-- a\u{1B}[0m"),
      ("---\n---- x\n --- x\n^^^ ++\n--x", "---\n---- x\n --- x\n^^^ ++\n--x"), ("", ""),
    ])
  func sections(_ text: String, _ expected: String) {
    #expect(text.withoutSectionCommands() == expected)
  }

  @Test("stays the same JSON value")
  func json() {
    let text = "{\"a\":\"##[x] ##vso[y] ## :: x\"}"
    #expect(text.withoutLogCommandsInJSON() == "{\"a\":\"\\u0023#[x] \\u0023#vso[y] ## :: x\"}")
  }
}
