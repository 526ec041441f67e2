import MartletCore

extension String {
  private static let link = Pattern(/!?\[([^\[\]]*)\]\([^()\s]*\)/)
  private static let escape = Pattern(/\\([!-\/:-@\[-`{-~])/)
  private static let address = Pattern(/<(https?:[^<>\s]+)>/)
  private static let fence = Pattern(/(?m)^ {0,3}(?:```|~~~).*\n?/)
  private static let headingMark = Pattern(/(?m)^ {0,3}#{1,6}[ \t]+/)
  private static let code = Pattern(/(`+)([^`\n]+)\1/)

  /// The text for services that show no Markdown: links are their labels, and emphasis and escapes are removed.
  var withoutMarkdown: String {
    replacing(Self.link) { $0.output.1 }
      .replacing("**", with: "").replacing("__", with: "")
      .replacing(Self.escape) { $0.output.1 }
      .replacing(Self.address) { $0.output.1 }
      .replacing("&lt;", with: "<").replacing("&amp;", with: "&").replacing("<!-- -->", with: "")
  }

  /// The same, without the marks of headings and of code.
  package var plainText: String {
    replacing(Self.fence, with: "")
      .replacing(Self.headingMark, with: "")
      .withoutMarkdown
      .replacing(Self.code) { $0.output.2 }
  }
}
