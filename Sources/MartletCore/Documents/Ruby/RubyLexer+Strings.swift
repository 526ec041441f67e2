extension RubyLexer {
  /// Scans the pieces of the string whose contents begin at `start`, and its end.
  ///
  /// - Parameter opening: The bracket that opens such a string, which may occur in it in pairs.
  mutating func string(
    from start: Int, closing: UInt8, opening: UInt8? = nil, isLiteral: Bool
  ) -> [RubyToken.Piece] {
    var pieces: [RubyToken.Piece] = []
    var text: [UInt8] = []
    var depth = 0
    index = start
    while index < end {
      let byte = bytes[index]
      if byte == opening { depth += 1 }
      if byte == closing {
        if depth == 0 { break }
        depth -= 1
      }
      if byte == UInt8(ascii: "\\"), index + 1 < end {
        isLiteral ? appendLiteralEscape(to: &text, closing: closing) : appendEscape(to: &text)
      } else if !isLiteral, byte == UInt8(ascii: "#"), next == UInt8(ascii: "{") {
        if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
        text = []
        pieces.append(.code(interpolation()))
      } else {
        text.append(byte)
        index += 1
      }
    }
    if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
    index = min(index + 1, end)
    return pieces
  }

  /// Appends an escape of a string without interpolation, where only the quote and the backslash can be escaped.
  private mutating func appendLiteralEscape(to text: inout [UInt8], closing: UInt8) {
    let escaped = bytes[index + 1]
    if escaped != closing, escaped != UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
    text.append(escaped)
    index += 2
  }

  private mutating func appendEscape(to text: inout [UInt8]) {
    let escaped = bytes[index + 1]
    index += 2
    switch escaped {
    case UInt8(ascii: "n"): text.append(.lineFeed)
    case UInt8(ascii: "t"): text.append(.tab)
    case UInt8(ascii: "r"): text.append(.carriageReturn)
    case UInt8(ascii: "s"): text.append(.space)
    case UInt8(ascii: "e"): text.append(0x1B)
    case UInt8(ascii: "a"): text.append(0x07)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "x"): appendNumber(to: &text, from: index, digits: 2, radix: 16)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): appendNumber(to: &text, from: index - 1, digits: 3, radix: 8)
    case UInt8(ascii: "u"):
      let isBraced = bytes.byte(at: index) == UInt8(ascii: "{")
      let start = isBraced ? index + 1 : index
      let close = min(end, start + 8, bytes.index(after: start) { Character(Unicode.Scalar($0)).isHexDigit })
      let last = isBraced ? close : min(close, start + 4)
      if let value = UInt32(source.string(at: min(start, last)..<last), radix: 16), let scalar = Unicode.Scalar(value) {
        text += Array(String(scalar).utf8)
      }
      index = isBraced && bytes.byte(at: last) == UInt8(ascii: "}") ? last + 1 : max(index, last)
    case _ where escaped.isLineEnd: break
    default: text.append(escaped)
    }
  }

  /// Appends the byte of an escape such as `\x1B` or `\033`.
  private mutating func appendNumber(to text: inout [UInt8], from start: Int, digits: Int, radix: Int) {
    var (last, value) = (start, 0)
    while last < min(end, start + digits), let digit = Character(Unicode.Scalar(bytes[last])).hexDigitValue,
      digit < radix
    {
      value = value * radix + digit
      last += 1
    }
    text.append(UInt8(truncatingIfNeeded: value))
    index = last
  }

  /// Scans the `#{…}` that begins here, and returns the range of its code. Strings in it may interpolate again; an
  /// explicit stack tracks them, so that no nesting is too deep.
  private mutating func interpolation() -> Range<Int> {
    let start = index + 2
    var open: [UInt8] = [UInt8(ascii: "}")]
    index = start
    while index < end, let closing = open.last {
      let byte = bytes[index]
      let isInString = closing != UInt8(ascii: "}")
      if byte == UInt8(ascii: "\\") {
        index += 1
      } else if byte == closing {
        open.removeLast()
      } else if isInString {
        if closing == UInt8(ascii: "\""), byte == UInt8(ascii: "#"), next == UInt8(ascii: "{") {
          open.append(UInt8(ascii: "}"))
          index += 1
        }
      } else if byte == UInt8(ascii: "{") {
        open.append(UInt8(ascii: "}"))
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        open.append(byte)
      }
      index += 1
    }
    index = min(index, end)
    return start..<max(start, open.isEmpty ? index - 1 : index)
  }

  /// Scans `%w{…}`, `%i[…]`, `%q(…)`, `%Q(…)`, `%(…)`, `%r{…}`.
  ///
  /// - Returns: Whether one begins here and was scanned.
  mutating func scanPercentLiteral() -> Bool {
    let start = index
    var open = index + 1
    let letter = bytes.byte(at: open)
    if let letter, letter.isLetter { open += 1 }
    guard open < end, let closing = Self.closing(of: bytes[open]) else { return false }
    let opening = closing == bytes[open] ? nil : bytes[open]
    switch letter {
    case UInt8(ascii: "w"), UInt8(ascii: "i"), UInt8(ascii: "W"), UInt8(ascii: "I"):
      let pieces = string(from: open + 1, closing: closing, opening: opening, isLiteral: true)
      guard case .text(let text)? = pieces.first ?? .text("") else { return false }
      add(.words(text.split(whereSeparator: \.isWhitespace).map(String.init)), from: start)
    case UInt8(ascii: "q"):
      add(.string(string(from: open + 1, closing: closing, opening: opening, isLiteral: true)), from: start)
    case UInt8(ascii: "Q"), bytes[open]:
      add(.string(string(from: open + 1, closing: closing, opening: opening, isLiteral: false)), from: start)
    case UInt8(ascii: "r"), UInt8(ascii: "x"), UInt8(ascii: "s"):
      _ = string(from: open + 1, closing: closing, opening: opening, isLiteral: true)
      add(.opaque, from: start)
    default: return false
    }
    return true
  }

  private static func closing(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    case UInt8(ascii: "<"): UInt8(ascii: ">")
    case UInt8(ascii: "|"), UInt8(ascii: "!"), UInt8(ascii: "/"): byte
    default: nil
    }
  }
}
