import Testing

@testable import Commands

@Suite("A line on a narrow terminal")
struct StringWrappingTests {
  @Test(
    "is wrapped between words, and never within text that users copy",
    arguments: [
      ("a short line", 12, "a short line"), ("a longer line", 12, "a longer\n  line"),
      ("  unchanged: 1.0 here", 14, "  unchanged:\n  1.0 here"),
      ("run `git push --dry-run` first", 20, "run\n  `git push --dry-run`\n  first"),
      ("`unbroken as it is longer than all` x", 12, "`unbroken as it is longer than all`\n  x"),
      ("an odd ` sign in a line", 12, "an odd\n  ` sign in a line"), ("", 12, ""),
    ])
  func words(_ text: String, _ width: Int, _ expected: String) {
    #expect(text.wrapped(to: width, indentedBy: 2) == expected)
  }

  @Test("is not wrapped if the width is unknown")
  func unknownWidth() {
    #expect("a line of words".wrapped(to: nil, indentedBy: 2) == "a line of words")
  }

  @Test("moves a table cell to a new line if it does not fit")
  func cells() {
    #expect(
      ["1.0", "version", "App/Info.plist:3:4"].wrappedCells(to: 24, indentedBy: 2)
        == "1.0  version\n  App/Info.plist:3:4")
    #expect(["1.0", "", "x"].wrappedCells(to: 24, indentedBy: 2) == "1.0  x")
  }

  @Test("keeps the columns of a table whose last cells do not fit")
  func table() {
    let rows = [
      ["raised", "1.4.2", "VERSION:1:1", "holds the version"], ["unchanged", "1.4", "README.md:3:7", "is stale"],
    ]
    #expect(
      TextTable(rows, width: 44).lines.joined(separator: "\n") == """
        raised     1.4.2  VERSION:1:1
            holds the version
        unchanged  1.4    README.md:3:7  is stale
        """)
  }

  @Test("has the state and the topic of a finding before its message", arguments: [nil, 60, 40])
  func finding(width: Int?) {
    let finding = Finding.warn(
      "tags", "the branch `1.0` is called like a tag, and that is odd", hint: "rename it with `git branch -m x`")
    let expected =
      switch width {
      case 40?:
        """
        warn  tags: the branch `1.0` is called
              like a tag, and that is odd
              hint: rename it with
              `git branch -m x`
        """
      case 60?:
        """
        warn  tags         the branch `1.0` is called like a tag,
                           and that is odd
              hint: rename it with `git branch -m x`
        """
      default:
        """
        warn  tags         the branch `1.0` is called like a tag, and that is odd
              hint: rename it with `git branch -m x`
        """
      }
    #expect(DoctorText(finding, console: Console(environment: [:]), width: width).rendered() == expected)
  }
}
