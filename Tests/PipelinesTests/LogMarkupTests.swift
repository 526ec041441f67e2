import MartletCore
import TestSupport
import Testing

@testable import Lanes

@Suite("The log markup of a CI system")
struct LogMarkupTests {
  private static let section = LogMarkup.Section(title: "run swift build", start: 1_767_225_600, number: 2)

  @Test(
    "folds the output of commands, in the syntax of each system",
    arguments: [
      (.github, "::group::run swift build", "::endgroup::"), (.gitea, "::group::run swift build", "::endgroup::"),
      (.forgejo, "::group::run swift build", "::endgroup::"),
      (
        .gitlab, "\u{1B}[0Ksection_start:1767225600:martlet_2[collapsed=true]\r\u{1B}[0Krun swift build",
        "\u{1B}[0Ksection_end:1767225660:martlet_2\r\u{1B}[0K"
      ),
      (.buildkite, "--- run swift build", nil), (.azure, "##[group]run swift build", "##[endgroup]"),
      (.circleci, nil, nil), (.jenkins, nil, nil), (.xcodeCloud, nil, nil), (.other, nil, nil),
    ] as [(CISystem, String?, String?)])
  func sections(_ system: CISystem, _ beginning: String?, _ end: String?) {
    #expect(system.log?.beginning(of: Self.section) == beginning)
    #expect(system.log?.end(of: Self.section, at: 1_767_225_660) == end)
  }

  @Test("shows a problem at its place, with any text and file name")
  func annotation() {
    let diagnostic = Diagnostic(
      "100% wrong\n::error::x", at: Place(path: "a:b,c%.yml", line: 3, column: 7), hint: "do it",
      notes: ["##[add-mask]x"])
    let expected =
      #"::error file=a%3Ab%2Cc%25.yml,line=3,col=7,title=martlet::100%25 wrong\u{a}::error::x%0A\u{23}#[add-mask]x%0Ahint: do it"#
    #expect(CISystem.github.log?.annotation(of: diagnostic) == expected)
    #expect(CISystem.forgejo.log?.annotation(of: diagnostic) == expected)
    #expect(CISystem.gitlab.log?.annotation(of: diagnostic) == nil)
    #expect(CISystem.github.log?.annotation(of: Diagnostic("no place")) == nil)
  }

  @Test("distinguishes warnings from errors")
  func warning() {
    let diagnostic = Diagnostic("odd", severity: .warning, at: Place(path: "VERSION", line: 1, column: 1))
    #expect(
      CISystem.gitea.log?.annotation(of: diagnostic) == "::warning file=VERSION,line=1,col=1,title=martlet::odd")
  }
}
