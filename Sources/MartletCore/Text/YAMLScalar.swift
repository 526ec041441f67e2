extension String {
  /// The text as one value or key of a YAML block: plain if every reader parses it as this text, else quoted.
  package var asYAMLScalar: String {
    isPlainYAML(without: "") ? self : quotedAsYAML
  }

  /// The text as one value of a YAML list in brackets.
  package var asYAMLFlowScalar: String {
    isPlainYAML(without: " {}[],") ? self : quotedAsYAML
  }

  /// YAML 1.2, 7.3.3: a letter at the beginning is never an indicator; `: ` and ` #` end a plain text.
  private func isPlainYAML(without excluded: String) -> Bool {
    first.map { $0.isLetter || $0 == "$" } == true && last != " " && last != ":" && !contains(": ") && !contains(" #")
      && unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || " ._-/${}+@?!=(),:#'\"%;<>[]&|`^~\\".unicodeScalars.contains(scalar)
      }
      && !unicodeScalars.contains(where: excluded.unicodeScalars.contains)
      && !["true", "false", "yes", "no", "on", "off", "null", "y", "n"].contains(lowercased())
  }

  /// The text in double quotes; in single ones if it has a `*` and needs no escape, as in `'release/*'`.
  private var quotedAsYAML: String {
    var quoted = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      // YAML can spell a NUL, but a Releasefile may not hold one.
      case "\0": quoted += "\u{FFFD}"
      // Readers that count aliases before they parse take this `*` for one.
      case "*" where quoted.utf8.last.map { $0 >= 0x80 || " [,{:".utf8.contains($0) } == true: quoted += "\\x2A"
      default: quoted += scalar.isPrintableInYAML ? String(scalar) : scalar.escapedForYAML
      }
    }
    return contains("*") && quoted == self && !contains("'") ? "'\(quoted)'" : "\"\(quoted)\""
  }
}

extension Unicode.Scalar {
  /// Whether it may be in a text unescaped (YAML 1.2, 5.1 and 5.4), and does not end a line in YAML 1.1 either.
  package var isPrintableInYAML: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }

  fileprivate var escapedForYAML: String {
    let (letter, width) = value <= 0xFF ? ("x", 2) : value <= 0xFFFF ? ("u", 4) : ("U", 8)
    return "\\\(letter)" + value.zeroPadded(to: width, radix: 16, uppercase: true)
  }
}
