extension String {
  /// Whether it equals `text`, except for line ends and trailing blanks, which forges and other services change.
  package func hasSameLines(as text: String) -> Bool { normalizedLines == text.normalizedLines }

  private var normalizedLines: Substring {
    let text = replacing("\r\n", with: "\n")[...]
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return text[...last]
  }
}
