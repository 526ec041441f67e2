import TextEditing

/// Finds the scalars of a JSON text (RFC 8259), with comments and trailing commas as JSON5 has them.
///
/// Nesting is held on a stack of its own, so no depth of it can exhaust ours. Keys and strings are taken by their
/// bytes: an escape in them is not resolved.
struct JSONScanner {
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
  private var path: [String] = []
  private var values: [ScalarValue] = []

  private init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    index = source.startOffset
  }

  /// Every scalar, not nested deeper than 64 levels, in the order of the file; of two with the same path parsers take the last.
  ///
  /// - Throws: `ManifestError.malformed` where the text stops being JSON.
  static func values(of source: SourceText) throws(ManifestError) -> [ScalarValue] {
    var scanner = JSONScanner(source)
    try scanner.scan()
    return scanner.values
  }

  private mutating func scan() throws(ManifestError) {
    var expected = Expectation.value
    skipBlanks()
    repeat {
      guard let byte = bytes.byte(at: index) else {
        throw malformed("the file ends here, expected \(Self.name(expected))")
      }
      switch (expected, byte) {
      case (.value, UInt8(ascii: "{")):
        containers.append(.object)
        path.append("")
        expected = .key
        index += 1
      case (.value, UInt8(ascii: "[")):
        containers.append(.array)
        path.append("0")
        expected = .value
        index += 1
      case (.key, UInt8(ascii: "}")), (.value, UInt8(ascii: "]")), (.comma, UInt8(ascii: "}")),
        (.comma, UInt8(ascii: "]")):
        guard containers.popLast() == (byte == UInt8(ascii: "}") ? .object : .array) else {
          throw malformed("`\(Character(.init(byte)))` closes nothing, expected \(Self.name(expected))")
        }
        path.removeLast()
        expected = .comma
        index += 1
      case (.key, UInt8(ascii: "\"")):
        path[path.count - 1] = source.string(at: try string())
        expected = .colon
      case (.colon, UInt8(ascii: ":")):
        expected = .value
        index += 1
      case (.comma, UInt8(ascii: ",")):
        guard let container = containers.last else { throw malformed("found `,`, expected the end of the file") }
        switch container {
        case .object: expected = .key
        case .array:
          path[path.count - 1] = String((Int(path[path.count - 1]) ?? 0) + 1)
          expected = .value
        }
        index += 1
      case (.value, UInt8(ascii: "\"")):
        append(try string(), .quoted)
        expected = .comma
      case (.value, _):
        let end = bytes.index(after: index) {
          $0.isIdentifier || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".")
        }
        guard end > index else { throw unexpected(byte, expected) }
        append(index..<end, .bare)
        index = end
        expected = .comma
      case (.key, _), (.colon, _), (.comma, _):
        throw unexpected(byte, expected)
      }
      skipBlanks()
    } while !containers.isEmpty || index < bytes.count
  }

  /// Nobody keeps a version deeper than this; without a limit a hostile file makes paths of quadratic size.
  private static let greatestDepth = 64

  private mutating func append(_ span: Range<Int>, _ style: ScalarValue.Style) {
    guard path.count <= Self.greatestDepth else { return }
    values.append(ScalarValue(path: ValuePath(path), span: span, style: style))
  }

  /// The bytes between the quotes of the string that begins here, and steps over it.
  private mutating func string() throws(ManifestError) -> Range<Int> {
    let start = index + 1
    var end = start
    while let byte = bytes.byte(at: end), byte != UInt8(ascii: "\""), !byte.isLineEnd {
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
    case .comma: "`,` or the end of what is open"
    }
  }

  private func unexpected(_ byte: UInt8, _ expected: Expectation) -> ManifestError {
    malformed("found `\(source.string(at: index..<index + 1))`, expected \(Self.name(expected))")
  }

  private func malformed(_ problem: String) -> ManifestError {
    .malformed(source, at: index..<min(index + 1, bytes.count), problem: problem, hint: nil)
  }
}
