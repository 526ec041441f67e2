import MartletCore

/// Text that is escaped for a manual page.
struct MdocText {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// The text on one line, without formatter requests.
  var escaped: String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "`": "\\(ga"
      case "'": "\\(aq"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case _ where !scalar.isASCII: "\\[u\(scalar.hexDigits)]"
      default: String(scalar)
      }
    }.joined()
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  /// The text as one argument of a macro.
  var word: String {
    let escaped = escaped.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq")
    return escaped.contains(" ") || escaped.isEmpty ? "\"\(escaped)\"" : escaped
  }

  /// The text in lines of about seventy characters. Each sentence begins a line, as mdoc(7) requires.
  var lines: [String] {
    var lines: [[String]] = [[]]
    for word in text.split(separator: " ").map(String.init) {
      let line = lines[lines.count - 1]
      if line.last?.endsSentence == true || Self.isFull(line, before: word) { lines.append([]) }
      lines[lines.count - 1].append(word)
    }
    return lines.map { MdocText($0.joined(separator: " ")).escaped }.filter { !$0.isEmpty }
  }

  /// Whether `word` needs a new line. Escapes make a line longer, and the limit of mdoc(7) is eighty bytes.
  private static func isFull(_ line: [String], before word: String) -> Bool {
    let text = (line + [word]).joined(separator: " ")
    return !line.isEmpty && (text.count > 71 || MdocText(text).escaped.utf8.count > 80)
  }
}

extension String {
  fileprivate var endsSentence: Bool { [".", "!", "?"].contains { hasSuffix($0) } && !hasSuffix("...") }
}

extension Unicode.Scalar {
  /// The code point in hexadecimal, with at least four digits, as mdoc(7) requires.
  fileprivate var hexDigits: String { value.zeroPadded(to: 4, radix: 16, uppercase: true) }
}
