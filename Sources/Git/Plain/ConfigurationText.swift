import TextEditing

/// A file of git's configuration taken apart (git-config(1), "Syntax"; config.c, git_parse_source).
struct ConfigurationText {
  /// In the order in which they are written: section and name in lower case, what is between them as it is, and `true` for
  /// a name without a value.
  private(set) var settings: [(key: String, value: String)] = []

  private let bytes: [UInt8]
  private var position = 0
  /// Such as `remote.origin`; nil before the first one.
  private var section: String?

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "t"): .tab, UInt8(ascii: "b"): 8, UInt8(ascii: "n"): .lineFeed, UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "\""): UInt8(ascii: "\""),
  ]

  /// Nil when git would not understand all of it.
  init?(_ file: [UInt8]) {
    bytes = file
    guard !file.contains(0) else { return nil }
    if file.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
    while position < bytes.count {
      let byte = next()
      switch byte {
      case .space, .tab, .lineFeed, .carriageReturn: break
      case UInt8(ascii: "#"), UInt8(ascii: ";"): skipLine()
      case UInt8(ascii: "["): guard readSection() else { return nil }
      default: guard byte.isLetter, readSetting(byte) else { return nil }
      }
    }
  }

  /// The next byte; a line feed for a line end of two bytes, and at the end.
  private mutating func next() -> UInt8 {
    guard position < bytes.count else { return .lineFeed }
    position += 1
    guard bytes[position - 1] == .carriageReturn, bytes.byte(at: position) == .lineFeed else {
      return bytes[position - 1]
    }
    position += 1
    return .lineFeed
  }

  private mutating func skipLine() {
    while next() != .lineFeed {}
  }

  /// - Returns: false when what follows `[` is no section.
  private mutating func readSection() -> Bool {
    var name: [UInt8] = []
    var byte = next()
    while byte.isInName || byte == UInt8(ascii: ".") {
      name.append(byte.lowercased)
      byte = next()
    }
    guard !name.isEmpty else { return false }
    if byte.isBlank {
      while byte.isBlank { byte = next() }
      guard byte == UInt8(ascii: "\""), let subsection = readSubsection() else { return false }
      name += [UInt8(ascii: ".")] + subsection
      byte = next()
    }
    section = String(decoding: name, as: UTF8.self)
    return byte == UInt8(ascii: "]")
  }

  /// What stands before the closing quote, where a backslash takes the byte behind it as it is; nil without that quote.
  private mutating func readSubsection() -> [UInt8]? {
    var name: [UInt8] = []
    while true {
      var byte = next()
      if byte == UInt8(ascii: "\"") { return name }
      if byte == UInt8(ascii: "\\") { byte = next() }
      guard byte != .lineFeed else { return nil }
      name.append(byte)
    }
  }

  /// - Returns: false when what begins with `first` is no setting, or stands in no section.
  private mutating func readSetting(_ first: UInt8) -> Bool {
    var name = [first.lowercased]
    var byte = next()
    while byte.isInName {
      name.append(byte.lowercased)
      byte = next()
    }
    while byte.isBlank { byte = next() }
    guard let section else { return false }
    let key = "\(section).\(String(decoding: name, as: UTF8.self))"
    if byte == .lineFeed {
      settings.append((key, "true"))
      return true
    }
    guard byte == UInt8(ascii: "="), let value = readValue() else { return false }
    settings.append((key, String(decoding: value, as: UTF8.self)))
    return true
  }

  /// The value up to the end of its line, which a backslash moves to the end of the next one; nil for an unknown escape, and
  /// for a quote that is not closed.
  private mutating func readValue() -> [UInt8]? {
    var value: [UInt8] = []
    // Blanks count only where something follows them.
    var blanks: [UInt8] = []
    var isQuoted = false
    while true {
      let byte = next()
      if byte == .lineFeed { return isQuoted ? nil : value }
      if !isQuoted {
        if byte.isBlank || byte == .carriageReturn {
          if !value.isEmpty { blanks.append(byte) }
          continue
        }
        if byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") {
          skipLine()
          return value
        }
      }
      value += blanks
      blanks = []
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\"):
        let escaped = next()
        guard escaped != .lineFeed else { continue }
        guard let meant = Self.escapes[escaped] else { return nil }
        value.append(meant)
      default: value.append(byte)
      }
    }
  }
}

extension UInt8 {
  /// Whether it can stand in the name of a section or a setting.
  fileprivate var isInName: Bool { isLetter || isDigit || self == UInt8(ascii: "-") }
}
