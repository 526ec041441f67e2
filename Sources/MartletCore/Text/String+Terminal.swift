extension String {
  /// Returns the text with everything that a terminal interprets, and everything that reorders text, made visible.
  ///
  /// Tabs stay. Control characters (C0, DEL, C1), line ends and bidirectional controls become `\u{…}`.
  package func escapedForTerminal() -> String {
    guard unicodeScalars.contains(where: \.isTerminalControl) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isTerminalControl {
        text += scalar.visibleEscape
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns this JSON with the same characters escaped, if its encoder left any. The decoded value stays the same.
  package func escapedForTerminalInJSON() -> String {
    func isHidden(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x7F && scalar.isTerminalControl }
    guard unicodeScalars.contains(where: isHidden) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if isHidden(scalar) {
        text += "\\u" + scalar.value.zeroPadded(to: 4, radix: 16)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns the text without trailing spaces and tabs.
  package func trimmingTrailingBlanks() -> String {
    var text = self[...]
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// The width of the scalar in terminal columns after `escapedForTerminal`: 0 for combining marks, 2 for East Asian
  /// wide forms (Unicode Standard Annex 11) and emoji; 1 for a tab, whose real width depends on the terminal.
  var terminalWidth: Int {
    if isTerminalControl { return visibleEscape.count }
    guard value >= 0x300 else { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide ? 2 : 1
    }
  }

  fileprivate var isTerminalControl: Bool {
    switch value {
    case 0x09: false
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  fileprivate var visibleEscape: String { "\\u{\(String(value, radix: 16))}" }

  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}
