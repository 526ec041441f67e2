import TextEditing

extension String {
  /// How a property list in OpenStep form writes this text: in quotes like those of `current`, without where Xcode would
  /// do without and `current` does.
  ///
  /// - Parameter current: What it takes the place of, quotes included; empty where it is new.
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

  /// Whether Xcode writes the text without quotes: `[A-Za-z0-9_$./]`, and neither `//` nor `___` in it.
  private var isBareInOpenStep: Bool {
    !isEmpty && !contains("//") && !contains("___")
      && utf8.allSatisfy { $0.isIdentifier || "$./".utf8.contains($0) }
  }
}
