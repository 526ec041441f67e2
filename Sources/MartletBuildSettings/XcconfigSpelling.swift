extension String {
  /// Returns this build-setting text as an `.xcconfig` file writes it. It is read back the same, except for empty
  /// references.
  ///
  /// An empty reference `$()` breaks up text that the file would misread: `//`, blanks at the ends, a `;` at the end.
  /// References stay unchanged.
  /// - Throws: `BuildSettingsError.lineEndInValue` and `.backslashAtEnd` for text that no line can hold.
  /// - Parameter name: The setting: its declared kind decides whether a backslash at the end can be protected.
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

  /// Returns the build-setting text that expands to this text as the value of the setting `name`.
  ///
  /// Each `$` is doubled, except after a backslash that escapes the next character: both stay as they are there.
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

  /// The text without the references that `xcconfigSpelling(for:)` inserts.
  var withoutEmptyReferences: String { replacing("$()", with: "") }

  private static var nothing: String.UnicodeScalarView { "$()".unicodeScalars }
}

extension Unicode.Scalar {
  fileprivate var endsXcconfigLine: Bool { ["\n", "\r", "\u{2028}", "\u{2029}"].contains(self) }

  fileprivate var isXcconfigBlank: Bool { [" ", "\t", "\u{0B}", "\u{0C}"].contains(self) }
}
