/// An operator without an argument: `$(NAME:lower)`.
///
/// The operators are those of swiftlang/swift-build (`SWBMacro/MacroEvaluationProgram.swift`); case counts in their names.
enum Transformation: String {
  case upper, lower
  case identifier, rfc1034identifier, c99extidentifier
  case dir, file, base, suffix, standardizepath
  case quote, not, truncatedversion

  func applied(to text: String) -> String {
    switch self {
    case .upper: text.uppercased()
    case .lower: text.lowercased()
    case .identifier: text.identifier(replacement: "_")
    case .rfc1034identifier: text.identifier(replacement: "-")
    case .c99extidentifier: text.extendedIdentifier
    case .dir: text.directory.isEmpty ? "./" : text.directory.hasSuffix("/") ? text.directory : text.directory + "/"
    case .file: text.fileName
    case .base: String(text.fileName.dropLast(text.fileSuffix.count))
    case .suffix: text.fileSuffix
    case .standardizepath: text.standardizedPath
    case .quote: text.quoted
    case .not: text == "YES" ? "NO" : "YES"
    case .truncatedversion: text.split(separator: ".", maxSplits: 3).prefix(3).joined(separator: ".")
    }
  }
}

extension String {
  /// The text with every character that is no ASCII letter or digit, and a leading digit, replaced.
  fileprivate func identifier(replacement: Character) -> String {
    String(
      enumerated().map { index, character in
        let isKept = character == replacement || (character.isASCII && (character.isLetter || character.isNumber))
        return isKept && !(index == 0 && character.isNumber) ? character : replacement
      })
  }

  /// The text with every character that no identifier of C99 has replaced by `_`; letters of all scripts stay.
  fileprivate var extendedIdentifier: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.enumerated().map { index, scalar in
          scalar.properties.isXIDContinue && !(index == 0 && ("0"..."9").contains(scalar)) ? scalar : "_"
        }))
  }

  /// The text as one element of a list: blanks, quotes and backslashes after a backslash.
  fileprivate var quoted: String {
    guard !isEmpty else { return "\"\"" }
    return String(
      String.UnicodeScalarView(
        unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
          " \t\r\n\\\"'".unicodeScalars.contains(scalar) ? ["\\", scalar] : [scalar]
        }))
  }
}
