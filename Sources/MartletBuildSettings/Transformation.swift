import MartletCore

/// An operator without an argument: `$(NAME:lower)`.
///
/// The operators are those of swiftlang/swift-build (`SWBMacro/MacroEvaluationProgram.swift`); their names are
/// case-sensitive.
enum Transformation: String, CaseIterable {
  case upper, lower
  case identifier, rfc1034identifier, c99extidentifier
  case dir, file, base, suffix, standardizepath
  case quote, not, truncatedversion
  case md5 = "__md5"
  case stripSlash = "__stripslash"

  func applied(to text: String) -> String {
    switch self {
    case .upper: text.uppercased()
    case .lower: text.lowercased()
    case .identifier: text.identifier(replacement: "_")
    case .rfc1034identifier: text.identifier(replacement: "-")
    case .c99extidentifier: text.composed.extendedIdentifier
    case .dir: text.directory.isEmpty ? "./" : text.directory.hasSuffix("/") ? text.directory : text.directory + "/"
    case .file: text.fileName
    case .base: text.fileStem
    case .suffix: text.fileSuffix
    case .standardizepath: text.standardizedPath
    case .quote: text.quoted
    case .not: text == "YES" ? "NO" : "YES"
    case .truncatedversion: text.split(separator: ".", maxSplits: 3).prefix(3).joined(separator: ".")
    case .md5: MD5.hex(of: Array(text.utf8))
    case .stripSlash: text.utf8.first == UInt8(ascii: "/") ? String(text.dropFirst()) : text
    }
  }
}

extension String {
  /// Replaces every character that is not an ASCII letter or digit, and a leading digit.
  fileprivate func identifier(replacement: Character) -> String {
    String(
      enumerated().map { index, character in
        switch character {
        case "A"..."Z", "a"..."z", replacement: character
        case "0"..."9" where index > 0: character
        default: replacement
        }
      })
  }

  /// The text as one element of a list: blanks, quotes and backslashes escaped by a backslash.
  package var quoted: String {
    guard !isEmpty else { return "\"\"" }
    return String(decoding: Array(utf8).asListElement, as: UTF8.self)
  }
}

extension [UInt8] {
  /// The bytes as one element of a list: blanks, quotes and backslashes escaped by a backslash, two quotes if empty.
  package var asListElement: [UInt8] {
    isEmpty ? Array("\"\"".utf8) : flatMap { " \t\r\n\\\"'".utf8.contains($0) ? [.backslash, $0] : [$0] }
  }
}
