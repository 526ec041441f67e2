import Testing

/// A text that does harm if it is interpreted.
struct HostileText: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String

  private init(_ description: String, _ text: String) {
    testDescription = description
    self.text = text
  }

  /// For shells, for programs with options, for CI systems that read a log, and for templates.
  static let orders = [
    "$(touch canary)`touch canary`; touch canary | touch canary", "a\ntouch canary\n::set-output name=x::y",
    "--exec=touch canary", "-x", "::add-mask::x %0A::set-output name=x::y", "##[set-output name=x]y",
    "${version} $$ %{x} {{x}} '\"\\",
  ].map { HostileText($0, $0) }

  /// The same, restricted to valid branch and tag names.
  static let names = [
    "$(touch${IFS}canary)`touch${IFS}canary`;touch${IFS}canary|touch${IFS}canary", "x%0A--force",
    "a\u{9B}2J\u{202E}Größe\u{301}🚀",
  ].map { HostileText($0.debugDescription, $0) }

  /// For terminals: all controls in one text, and difficult characters.
  static let escapes = [
    HostileText("titles, links, the clipboard, screens, resets, text in another order", controls),
    HostileText("10 000 combining marks, joined emoji", "e\(String(repeating: "\u{301}", count: 10_000))👩\u{200D}👧"),
  ]

  private static let controls =
    "\u{1B}]0;title\u{7}" + "\u{1B}]8;;https://example.com\u{1B}\\x" + "\u{1B}]52;c;Y2FuYXJ5\u{7}" + "\u{1B}[2J\u{1B}[H"
    + "\u{9B}2J" + "\u{90}x\u{9C}" + "a\u{202E}b\u{2066}c" + "\u{8}\u{7F}\r\u{B}" + "x\u{1B}c"
}
