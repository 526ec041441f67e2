import MartletCore

/// The bytes that a bracket expression of a pattern matches.
struct ByteSet {
  private var bits = SIMD4<UInt64>.zero

  /// Creates the set of every byte except `excluded`.
  init(all excluded: [UInt8]) {
    bits = SIMD4(repeating: .max)
    for byte in excluded { remove(byte) }
  }

  /// Parses the bracket at `pattern[index]` and moves `index` to its end. Nil when it is malformed, as in wildmatch.c.
  init?(_ pattern: [UInt8], _ index: inout Int, ignoresCase: Bool) {
    var bracket = Bracket(pattern, at: index + 1)
    guard bracket.parse() else { return nil }
    index = bracket.position
    for byte in UInt8.min...UInt8.max {
      if bracket.holds(byte, ignoresCase: ignoresCase) != bracket.isNegated { insert(byte) }
    }
  }

  func contains(_ byte: UInt8) -> Bool { bits[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

  func without(_ byte: UInt8) -> ByteSet {
    var set = self
    set.remove(byte)
    return set
  }

  private mutating func insert(_ byte: UInt8) { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

  private mutating func remove(_ byte: UInt8) { bits[Int(byte >> 6)] &= ~(1 << UInt64(byte & 63)) }
}

/// The text between `[` and `]`.
private struct Bracket {
  private enum Item {
    case byte(UInt8)
    case range(UInt8, UInt8)
    case named(String)
  }

  private static let names: Set = [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit",
  ]

  private let pattern: [UInt8]
  private(set) var position: Int
  private(set) var isNegated = false
  private var items: [Item] = []
  /// The possible start of a range.
  private var previous: UInt8?

  init(_ pattern: [UInt8], at position: Int) {
    self.pattern = pattern
    self.position = position
  }

  private var byte: UInt8? { pattern.byte(at: position) }

  /// Parses the items and moves `position` to the closing bracket.
  ///
  /// - Returns: False when the bracket is malformed; then no text matches.
  mutating func parse() -> Bool {
    if byte == UInt8(ascii: "!") || byte == UInt8(ascii: "^") {
      isNegated = true
      position += 1
    }
    // The first byte is an item, even `]`.
    repeat {
      guard let found = byte, parseItem(found) else { return false }
      position += 1
    } while byte != UInt8(ascii: "]")
    return true
  }

  /// Parses an item and moves `position` to its last byte.
  private mutating func parseItem(_ found: UInt8) -> Bool {
    let next = pattern.byte(at: position + 1)
    if found == UInt8(ascii: "\\") {
      position += 1
      guard let escaped = byte else { return false }
      items.append(.byte(escaped))
      previous = escaped
    } else if found == UInt8(ascii: "-"), let start = previous, let next, next != UInt8(ascii: "]") {
      position += 1
      if next == UInt8(ascii: "\\") { position += 1 }
      guard let end = byte else { return false }
      items.append(.range(start, end))
      previous = nil
    } else if found == UInt8(ascii: "["), next == UInt8(ascii: ":") {
      return parseName()
    } else {
      items.append(.byte(found))
      previous = found
    }
    return true
  }

  private mutating func parseName() -> Bool {
    let start = position + 2
    guard let end = pattern[min(start, pattern.count)...].firstIndex(of: UInt8(ascii: "]")) else { return false }
    guard end > start, pattern[end - 1] == UInt8(ascii: ":") else {
      // Without `:]`, it is an ordinary bracket.
      items.append(.byte(UInt8(ascii: "[")))
      previous = UInt8(ascii: "[")
      return true
    }
    let name = String(decoding: pattern[start..<end - 1], as: UTF8.self)
    guard Self.names.contains(name) else { return false }
    items.append(.named(name))
    previous = nil
    position = end
    return true
  }

  /// Returns whether an item matches `byte`. Case is ignored only where git ignores it.
  func holds(_ byte: UInt8, ignoresCase: Bool) -> Bool {
    let isLower = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
    return items.contains { item in
      switch item {
      case .byte(let wanted): wanted == byte
      case .range(let start, let end):
        (start <= byte && byte <= end)
          || (ignoresCase && isLower && start <= byte & ~0x20 && byte & ~0x20 <= end)
      case .named("upper") where ignoresCase && isLower: true
      case .named(let name): Self.has(name, byte)
      }
    }
  }

  /// Returns whether the class contains `byte`, by git's own ctype, where no class contains bytes beyond ASCII.
  private static func has(_ name: String, _ byte: UInt8) -> Bool {
    let isPrintable = byte >= 0x20 && byte < 0x7f
    let isSpace = byte.isBlank || byte.isLineEnd
    switch name {
    case "alnum": return byte.isLetter || byte.isDigit
    case "alpha": return byte.isLetter
    case "blank": return byte.isBlank
    case "cntrl": return byte < 0x20 || byte == 0x7f
    case "digit": return byte.isDigit
    case "graph": return isPrintable && !isSpace
    case "lower": return byte.isLetter && byte & 0x20 != 0
    case "print": return isPrintable
    case "punct": return isPrintable && !isSpace && !byte.isLetter && !byte.isDigit
    case "space": return isSpace
    case "upper": return byte.isLetter && byte & 0x20 == 0
    default: return byte.isDigit || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f"))
    }
  }
}
