extension DocumentValue {
  /// Parses a JSON text.
  ///
  /// - Parameter isStrict: Whether comments and trailing commas are errors.
  /// - Throws: `DocumentError` for invalid JSON, for a key that occurs twice in one object, and for values nested
  ///   deeper than 64 levels.
  package init(json source: SourceText, isStrict: Bool = false) throws(DocumentError) {
    var scanner = JSONScanner(source, isStrict: isStrict)
    var builder = DocumentBuilder(source)
    while let event = try scanner.next() {
      switch event {
      case .object(let start): try builder.beginTable(at: start)
      case .array(let start): try builder.beginList(at: start)
      case .end: try builder.end()
      case .comma: break
      case .key(let span): builder.take(key: try source.unescapedJSON(at: span), at: span)
      case .string(let span): try builder.add(DocumentValue(.text(try source.unescapedJSON(at: span)), span: span))
      case .word(let span):
        let word = source.string(at: span)
        guard word.isJSONWord else {
          throw .malformed(
            source, at: span, problem: "`\(word)` is not a JSON value", hint: "put a text in double quotes")
        }
        try builder.add(DocumentValue(.word(word), span: span))
      }
    }
    guard let root = builder.root else {
      throw .malformed(source, at: 0..<0, problem: "the file ends here, expected a value", hint: nil)
    }
    self = root
  }
}

extension String {
  private static let numberInJSON = Pattern(/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/)

  /// Whether it is a word of RFC 8259, 3 and 6: `true`, `false`, `null`, or a number without leading zeros.
  fileprivate var isJSONWord: Bool {
    ["true", "false", "null"].contains(self) || wholeMatch(of: Self.numberInJSON) != nil
  }
}

extension SourceText {
  /// Returns the unescaped text of a JSON string (RFC 8259, 7).
  fileprivate func unescapedJSON(at span: Range<Int>) throws(DocumentError) -> String {
    guard bytes[span].contains(UInt8(ascii: "\\")) else { return string(at: span) }
    var text: [UInt8] = []
    var index = span.lowerBound
    while index < span.upperBound {
      guard bytes[index] == UInt8(ascii: "\\") else {
        text.append(bytes[index])
        index += 1
        continue
      }
      guard let (scalar, length) = jsonEscape(at: index, end: span.upperBound) else {
        throw .malformed(
          self, at: index..<min(index + 2, span.upperBound), problem: "invalid JSON escape",
          hint: "write a backslash as `\\\\`")
      }
      text.append(contentsOf: String(Character(scalar)).utf8)
      index += length
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func jsonEscape(at index: Int, end: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    switch bytes.byte(at: index + 1) {
    case UInt8(ascii: "\""): return ("\"", 2)
    case UInt8(ascii: "\\"): return ("\\", 2)
    case UInt8(ascii: "/"): return ("/", 2)
    case UInt8(ascii: "b"): return ("\u{8}", 2)
    case UInt8(ascii: "f"): return ("\u{C}", 2)
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "u"):
      guard let high = unit(at: index + 2, end: end) else { return nil }
      if let scalar = Unicode.Scalar(high) { return (scalar, 6) }
      guard UTF16.isLeadSurrogate(high), bytes.has("\\u", at: index + 6), let low = unit(at: index + 8, end: end),
        UTF16.isTrailSurrogate(low)
      else { return nil }
      return Unicode.Scalar(0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(low & 0x3FF))).map { ($0, 12) }
    default: return nil
    }
  }

  private func unit(at index: Int, end: Int) -> UInt16? {
    guard index + 4 <= end, bytes[index] != UInt8(ascii: "+") else { return nil }
    return UInt16(string(at: index..<index + 4), radix: 16)
  }
}
