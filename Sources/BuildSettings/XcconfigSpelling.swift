extension String {
  /// How an `.xcconfig` file writes this build-setting text, so that it is read back as it is but for empty references.
  ///
  /// What the lines of such a file would take for something else is kept apart by `$()`, which comes to nothing: `//`,
  /// blanks at the ends, a `;` at the end. References stay what they are.
  /// - Throws: `BuildSettingsError.lineEndInValue` and `.backslashAtEnd` for what no line can say.
  /// - Parameter name: The setting: what it is declared to be says whether a backslash at the end can be kept apart.
  package func xcconfigSpelling(for name: String) throws(BuildSettingsError) -> String {
    guard !unicodeScalars.contains(where: \.endsXcconfigLine) else { throw .lineEndInValue(self) }
    guard unicodeScalars.last != "\\" || SettingKind(of: name).reading == .string else { throw .backslashAtEnd(self) }
    var text = String.UnicodeScalarView()
    if unicodeScalars.first?.isXcconfigBlank == true { text += Self.nothing }
    for scalar in unicodeScalars {
      if scalar == "/", text.last == "/" { text += Self.nothing }
      text.append(scalar)
    }
    if let last = text.last, last == ";" || last == "\\" || last.isXcconfigBlank { text += Self.nothing }
    return String(text)
  }

  /// The build-setting text that comes to this text when it is given to the setting `name`.
  ///
  /// A `$` is doubled, but not behind a backslash that takes the next character as it is: both stay what they are there.
  package func settingLiteral(for name: String) -> String {
    let backslashEscapes = SettingKind(of: name).reading != .string
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in unicodeScalars {
      if scalar == "$", !isEscaped { text.append("$") }
      text.append(scalar)
      isEscaped = backslashEscapes && scalar == "\\" && !isEscaped
    }
    return String(text)
  }

  /// The text without the references that `xcconfigSpelling(for:)` puts in.
  var withoutEmptyReferences: String { replacing("$()", with: "") }

  private static var nothing: String.UnicodeScalarView { "$()".unicodeScalars }
}

extension Unicode.Scalar {
  fileprivate var endsXcconfigLine: Bool { ["\n", "\r", "\u{2028}", "\u{2029}"].contains(self) }

  fileprivate var isXcconfigBlank: Bool { [" ", "\t", "\u{0B}", "\u{0C}"].contains(self) }
}
