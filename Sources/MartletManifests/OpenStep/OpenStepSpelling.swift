import MartletCore

extension String {
  /// Returns this text as a property list in OpenStep form writes it: with the quotes of `current`, or without quotes
  /// if `current` has none and Xcode would not add them.
  ///
  /// - Parameter current: The replaced text, including quotes; empty for a new one.
  func openStepSpelling(like current: String = "") -> String {
    let quote = current.unicodeScalars.first
    guard quote == "\"" || quote == "'" || !isBareInOpenStep else { return self }
    let mark: Unicode.Scalar = quote == "'" ? "'" : "\""
    var text = String.UnicodeScalarView([mark])
    for scalar in unicodeScalars {
      switch scalar {
      case mark, "\\": text += ["\\", scalar]
      case "\n": text += ["\\", "n"]
      case "\r": text += ["\\", "r"]
      case "\t": text += ["\\", "t"]
      default: text.append(scalar)
      }
    }
    text.append(mark)
    return String(text)
  }

  /// Whether Xcode writes the text without quotes: `[A-Za-z0-9_$./]`, without `//` and `___`.
  private var isBareInOpenStep: Bool {
    !isEmpty && !contains("//") && !contains("___")
      && utf8.allSatisfy { $0.isIdentifier || "$./".utf8.contains($0) }
  }
}
