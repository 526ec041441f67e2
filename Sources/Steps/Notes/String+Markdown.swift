extension String {
  /// The text for services that show no Markdown: links are their labels, and emphasis and escapes are removed.
  var withoutMarkdown: String {
    replacing(/!?\[([^\[\]]*)\]\([^()\s]*\)/) { $0.output.1 }
      .replacing("**", with: "").replacing("__", with: "")
      .replacing(/\\([!-\/:-@\[-`{-~])/) { $0.output.1 }
      .replacing(/<(https?:[^<>\s]+)>/) { $0.output.1 }
      .replacing("&lt;", with: "<").replacing("&amp;", with: "&").replacing("<!-- -->", with: "")
  }

  /// The same, without the marks of headings and of code.
  package var plainText: String {
    replacing(/(?m)^ {0,3}(?:```|~~~).*\n?/, with: "")
      .replacing(/(?m)^ {0,3}#{1,6}[ \t]+/, with: "")
      .withoutMarkdown
      .replacing(/(`+)([^`\n]+)\1/) { $0.output.2 }
  }
}
