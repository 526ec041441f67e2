/// Scans the values of a JSON text (RFC 8259); unless it is strict, with comments and trailing commas as in JSON5.
///
/// Nesting is kept on an explicit stack, so its depth cannot overflow the call stack. Escapes in keys and strings are
/// not resolved here.
package struct JSONScanner {
  package enum Event: Sendable {
    /// `{` at this offset.
    case object(Int)
    /// `[` at this offset.
    case array(Int)
    /// `}` or `]`, which ends before this offset.
    case end(Int)
    /// The comma before one more element of an array, or before its end.
    case comma
    /// A key of an object: the range between its quotes.
    case key(Range<Int>)
    /// A string: the range between its quotes.
    case string(Range<Int>)
    /// A number, `true`, `false`, `null`, or any other run without quotes and blanks.
    case word(Range<Int>)
  }

  private enum Expectation {
    case value, key, colon, comma
  }

  private enum Container {
    case object
    case array
  }

  private let source: SourceText
  private let bytes: [UInt8]
  private var index: Int
  private var containers: [Container] = []
  private var expected = Expectation.value
  private let isStrict: Bool
  private var isAfterComma = false

  package init(_ source: SourceText, isStrict: Bool = false) {
    self.source = source
    self.isStrict = isStrict
    bytes = source.bytes
    index = source.startOffset
  }

  /// Returns the next event; nil at the end of the text.
  ///
  /// - Throws: `DocumentError.malformed` for invalid JSON.
  package mutating func next() throws(DocumentError) -> Event? {
    while true {
      skipBlanks()
      if expected == .comma, containers.isEmpty, index >= bytes.count { return nil }
      guard let byte = bytes.byte(at: index) else {
        throw malformed("the file ends here, expected \(Self.name(expected))")
      }
      if let event = try step(on: byte) { return event }
    }
  }

  private mutating func step(on byte: UInt8) throws(DocumentError) -> Event? {
    let isTrailing = isStrict && isAfterComma
    isAfterComma = false
    switch (expected, byte) {
    case (.key, UInt8(ascii: "}")) where isTrailing, (.value, UInt8(ascii: "]")) where isTrailing:
      throw malformed("found `\(Character(.init(byte)))` after a comma")
    case (.value, UInt8(ascii: "{")):
      containers.append(.object)
      expected = .key
      index += 1
      return .object(index - 1)
    case (.value, UInt8(ascii: "[")):
      containers.append(.array)
      index += 1
      return .array(index - 1)
    case (.key, UInt8(ascii: "}")), (.value, UInt8(ascii: "]")), (.comma, UInt8(ascii: "}")),
      (.comma, UInt8(ascii: "]")):
      guard containers.popLast() == (byte == UInt8(ascii: "}") ? .object : .array) else {
        throw malformed("`\(Character(.init(byte)))` has no matching bracket, expected \(Self.name(expected))")
      }
      expected = .comma
      index += 1
      return .end(index)
    case (.key, UInt8(ascii: "\"")):
      let key = try string()
      expected = .colon
      return .key(key)
    case (.colon, UInt8(ascii: ":")):
      expected = .value
      index += 1
      return nil
    case (.comma, UInt8(ascii: ",")):
      guard let container = containers.last else { throw malformed("found `,`, expected the end of the file") }
      index += 1
      isAfterComma = true
      switch container {
      case .object:
        expected = .key
        return nil
      case .array:
        expected = .value
        return .comma
      }
    case (.value, UInt8(ascii: "\"")):
      let span = try string()
      expected = .comma
      return .string(span)
    case (.value, _):
      let start = index
      index = bytes.index(after: index) {
        $0.isIdentifier || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".")
      }
      guard index > start else { throw unexpected(byte) }
      expected = .comma
      return .word(start..<index)
    case (.key, _), (.colon, _), (.comma, _):
      throw unexpected(byte)
    }
  }

  /// Scans the string that begins here, and returns the range between its quotes.
  private mutating func string() throws(DocumentError) -> Range<Int> {
    let start = index + 1
    var end = start
    while let byte = bytes.byte(at: end), byte != UInt8(ascii: "\""), !byte.isLineEnd {
      if isStrict, byte < 0x20 {
        index = end
        throw malformed("found a control character in a string, expected an escape such as `\\t`")
      }
      end += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    guard bytes.byte(at: end) == UInt8(ascii: "\"") else {
      throw malformed("the string that begins here is not closed")
    }
    index = end + 1
    return start..<end
  }

  private mutating func skipBlanks() {
    while let byte = bytes.byte(at: index) {
      if byte.isBlank || byte.isLineEnd {
        index += 1
      } else if isStrict {
        return
      } else if bytes.has("//", at: index) {
        index = bytes.index(after: index) { !$0.isLineEnd }
      } else if bytes.has("/*", at: index) {
        index = bytes.firstIndex(of: "*/", from: index + 2).map { $0 + 2 } ?? bytes.count
      } else {
        return
      }
    }
  }

  private static func name(_ expected: Expectation) -> String {
    switch expected {
    case .value: "a value"
    case .key: "a key in double quotes or `}`"
    case .colon: "`:`"
    case .comma: "`,` or a closing bracket"
    }
  }

  private func unexpected(_ byte: UInt8) -> DocumentError {
    malformed("found `\(source.string(at: index..<index + 1))`, expected \(Self.name(expected))")
  }

  private func malformed(_ problem: String) -> DocumentError {
    .malformed(source, at: index..<min(index + 1, bytes.count), problem: problem, hint: nil)
  }
}
