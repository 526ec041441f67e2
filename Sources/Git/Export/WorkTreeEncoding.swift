import MartletCore

/// The encoding of a file outside the repository, where it is UTF-8: the value of `working-tree-encoding`.
struct WorkTreeEncoding: Sendable {
  private enum Unit: Sendable {
    case latin
    case utf16(isBig: Bool)
    case utf32(isBig: Bool)
  }

  private let unit: Unit
  private let hasMark: Bool

  /// Returns the encoding of that name; nil when it is not supported.
  init?(named name: String) {
    // The byte order of plain UTF-16 depends on the system, as in git.
    switch name.uppercased() {
    case "UTF-16LE", "UTF16LE": (unit, hasMark) = (.utf16(isBig: false), false)
    case "UTF-16BE", "UTF16BE": (unit, hasMark) = (.utf16(isBig: true), false)
    case "UTF-16LE-BOM", "UTF16LE-BOM": (unit, hasMark) = (.utf16(isBig: false), true)
    case "UTF-16BE-BOM", "UTF16BE-BOM": (unit, hasMark) = (.utf16(isBig: true), true)
    case "UTF-16", "UTF16": (unit, hasMark) = (.utf16(isBig: Platform.isUTF16Big), true)
    case "UTF-32LE", "UTF32LE": (unit, hasMark) = (.utf32(isBig: false), false)
    case "UTF-32BE", "UTF32BE": (unit, hasMark) = (.utf32(isBig: true), false)
    case "UTF-32", "UTF32": (unit, hasMark) = (.utf32(isBig: Platform.isUTF16Big), true)
    case "ISO-8859-1", "ISO8859-1", "LATIN1", "LATIN-1": (unit, hasMark) = (.latin, false)
    default: return nil
    }
  }

  /// Returns whether `name` is the encoding inside the repository.
  static func isUTF8(_ name: String) -> Bool { ["UTF-8", "UTF8"].contains(name.uppercased()) }

  /// Returns `bytes` in this encoding; nil when they are not UTF-8 or cannot be encoded, and git leaves them unchanged.
  func encoded(_ bytes: [UInt8]) -> [UInt8]? {
    guard let text = String(validUTF8: bytes) else { return nil }
    var result: [UInt8] = []
    func append(_ value: UInt32, _ count: Int, isBig: Bool) {
      for index in 0..<count {
        result.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * (isBig ? count - 1 - index : index))))
      }
    }
    switch unit {
    case .latin:
      guard text.unicodeScalars.allSatisfy({ $0.value < 256 }) else { return nil }
      return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    case .utf16(let isBig):
      if hasMark { append(0xfeff, 2, isBig: isBig) }
      for unit in text.utf16 { append(UInt32(unit), 2, isBig: isBig) }
    case .utf32(let isBig):
      if hasMark { append(0xfeff, 4, isBig: isBig) }
      for scalar in text.unicodeScalars { append(scalar.value, 4, isBig: isBig) }
    }
    return result
  }
}
