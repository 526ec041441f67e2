import TextEditing

/// Reads references to settings: swiftlang/swift-build, `SWBMacro/MacroExpressionParsing.swift`.
struct ExpressionParser {
  /// References may stand in each other's names; further in than this a `$` is text.
  private static let depthLimit = 32

  private let bytes: [UInt8]
  private let reading: Expression.Reading
  private var index = 0
  private var depth = 0

  init(_ bytes: [UInt8], reading: Expression.Reading) {
    self.bytes = bytes
    self.reading = reading
  }

  mutating func parse() -> [Expression.Part] {
    parts(reading: reading) { _ in false }
  }

  /// What stands before the end of the value, or before a byte at which `isEnd` holds.
  private mutating func parts(reading: Expression.Reading, until isEnd: (UInt8) -> Bool) -> [Expression.Part] {
    var parts: [Expression.Part] = []
    var textStart = index
    while let byte = bytes.byte(at: index), !isEnd(byte) {
      if byte == UInt8(ascii: "\\"), reading == .list {
        index = min(index + 2, bytes.count)
      } else if byte == UInt8(ascii: "$"), depth < Self.depthLimit {
        if textStart < index { parts.append(.text(textStart..<index)) }
        parts.append(substitution())
        textStart = index
      } else {
        index += 1
      }
    }
    if textStart < index { parts.append(.text(textStart..<index)) }
    return parts
  }

  /// What a `$` begins.
  private mutating func substitution() -> Expression.Part {
    let start = index
    index += 1
    guard let next = bytes.byte(at: index) else { return .text(start..<index) }
    if let closer = next.closingBracket { return bracketed(from: start, until: closer) }
    if next.isIdentifier, !next.isDigit { return bare(from: start) }
    if next == UInt8(ascii: "$") { index += 1 }
    return .text(start..<start + 1)
  }

  /// `$(NAME:operator=argument)`. Without a closing bracket it ends with the value.
  private mutating func bracketed(from start: Int, until closer: UInt8) -> Expression.Part {
    let colon = UInt8(ascii: ":")
    index += 1
    depth += 1
    defer { depth -= 1 }
    let name = parts(reading: .string) { $0 == colon || $0 == closer }
    var operators: [Expression.Application] = []
    while bytes.byte(at: index) == colon {
      index += 1
      let word = index..<bytes.index(after: index, while: \.isOperatorByte)
      index = word.upperBound
      var argument: [Expression.Part]?
      if bytes.byte(at: index) == UInt8(ascii: "=") {
        index += 1
        argument = parts(reading: .string) { $0 == colon || $0 == closer }
      } else {
        index = bytes.index(after: index) { $0 != colon && $0 != closer }
      }
      operators.append(Expression.Application(name: String(decoding: bytes[word], as: UTF8.self), argument: argument))
    }
    if index < bytes.count { index += 1 }
    return .reference(
      Expression.Reference(range: start..<index, name: name, isBracketed: true, operators: operators))
  }

  /// `$NAME`, where a dot counts as a character of the name, and `$(…)` right behind it as well.
  private mutating func bare(from start: Int) -> Expression.Part {
    let nameStart = index
    index = bytes.index(after: index) { $0.isIdentifier || $0 == UInt8(ascii: ".") }
    var name: [Expression.Part] = [.text(nameStart..<index)]
    if bytes.has("$(", at: index), depth < Self.depthLimit { name.append(substitution()) }
    return .reference(Expression.Reference(range: start..<index, name: name, isBracketed: false, operators: []))
  }
}

extension UInt8 {
  var closingBracket: UInt8? {
    switch self {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    default: nil
    }
  }

  fileprivate var isOperatorByte: Bool { isIdentifier || "-+.".utf8.contains(self) }
}
