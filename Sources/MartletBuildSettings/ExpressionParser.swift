import MartletCore

/// Parses references to settings, and lists: swiftlang/swift-build, `SWBMacro/MacroExpressionParsing.swift`.
struct ExpressionParser {
  /// The greatest nesting of references in names; deeper, a `$` is text.
  private static let depthLimit = 200

  private(set) var instructions: [Expression.Instruction] = []
  private(set) var flaws: [Expression.SyntaxIssue] = []
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  /// The number of enclosing references in string form, and of open names of settings.
  private var stringNesting = 0
  private var nameNesting = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Parses a string, in which blanks, quotes and backslashes are ordinary characters.
  mutating func parseString() {
    guard !bytes.isEmpty else { return instructions.append(.text(0..<0)) }
    while let byte = bytes.byte(at: index) {
      if isAtSubstitution(byte) { substitution(asString: true) } else { text { $0 == .dollar } }
    }
  }

  /// Parses elements between blanks.
  mutating func parseList() {
    let leading = take(while: \.isListBlank)
    if !leading.isEmpty { instructions.append(.formText(leading)) }
    while index < bytes.count {
      element()
      let blanks = take(while: \.isListBlank)
      if !blanks.isEmpty { instructions.append(index < bytes.count ? .separator(blanks) : .formText(blanks)) }
    }
  }

  // MARK: - Elements of lists

  /// Parses one element, up to a blank outside quotes.
  private mutating func element() {
    var quote: UInt8?
    var textStart = index
    while let byte = bytes.byte(at: index), quote != nil || !byte.isListBlank {
      if byte == .backslash {
        endText(from: textStart)
        textStart = escape()
      } else if isAtSubstitution(byte) {
        endText(from: textStart)
        substitution(asString: quote != nil)
        textStart = index
      } else if byte == .doubleQuote || byte == .singleQuote, quote == nil || quote == byte {
        endText(from: textStart)
        self.quote(byte, &quote)
        textStart = index
      } else {
        index += 1
      }
    }
    endText(from: textStart)
    if quote != nil { flaw(.unterminatedQuote, bytes.count..<bytes.count) }
  }

  private mutating func endText(from start: Int) {
    if start < index { instructions.append(.text(start..<index)) }
  }

  /// Parses a backslash and the character after it.
  ///
  /// - Returns: Where literal text begins. The engine doubles a backslash at the end.
  private mutating func escape() -> Int {
    let start = index
    instructions.append(.formText(start..<start + 1))
    index += 1
    guard index < bytes.count else {
      flaw(.trailingBackslash, start..<index)
      return start
    }
    index += 1
    return start + 1
  }

  /// Parses a quote that opens or closes; two in a row outside quotes are an empty text.
  private mutating func quote(_ byte: UInt8, _ open: inout UInt8?) {
    instructions.append(.formText(index..<index + 1))
    index += 1
    if open == nil, bytes.byte(at: index) == byte {
      instructions += [.text(index..<index), .formText(index..<index + 1)]
      index += 1
    } else {
      open = open == nil ? byte : nil
    }
  }

  // MARK: - References

  private func isAtSubstitution(_ byte: UInt8) -> Bool { byte == .dollar && depth < Self.depthLimit }

  /// Parses what follows a `$`.
  private mutating func substitution(asString: Bool) {
    let start = index
    instructions.append(.begin)
    depth += 1
    if asString { stringNesting += 1 }
    index += 1
    if let closer = bytes.byte(at: index)?.closingBracket {
      bracketed(from: start, until: closer, asString: asString)
    } else if let next = bytes.byte(at: index), next.isIdentifier, !next.isDigit {
      bare(from: start)
    } else {
      if index == bytes.count { flaw(.trailingDollar, start..<index) }
      if bytes.byte(at: index) == .dollar { index += 1 }
      instructions.append(.text(start..<start + 1))
    }
    if asString { stringNesting -= 1 }
    depth -= 1
    instructions.append(.merge)
  }

  /// Parses `$(NAME:operator=argument)`. Without a closing bracket it ends with the value, and an operator there has no
  /// effect.
  private mutating func bracketed(from start: Int, until closer: UInt8, asString: Bool) {
    if bytes[index] != UInt8(ascii: "(") { flaw(.deprecatedBrackets, start..<index + 1) }
    index += 1
    let nameStart = index
    instructions.append(.begin)
    nameNesting += 1
    fragment(until: closer, asString: true)
    nameNesting -= 1
    if index == bytes.count {
      flaw(.unterminatedReference, start..<index)
    } else if index == nameStart {
      flaw(.missingName, start..<index + 1)
    }
    instructions.append(.lookUp(asString: stringNesting > 0 || nameNesting > 0, bare: nil))
    while bytes.byte(at: index) == .colon { operation(from: start, until: closer, asString: asString) }
    if index < bytes.count { index += 1 }
  }

  private mutating func operation(from start: Int, until closer: UInt8, asString: Bool) {
    let colon = index
    index += 1
    let word = take(while: \.isOperatorByte)
    let name = String(decoding: bytes[word], as: UTF8.self)
    guard let next = bytes.byte(at: index) else { return flaw(.unterminatedReference, start..<index) }
    if next == .equals, !word.isEmpty {
      index += 1
      instructions.append(.begin)
      fragment(until: closer, asString: asString)
      if index == bytes.count { flaw(.unterminatedReference, start..<index) }
      if let replacement = Replacement(rawValue: name) {
        instructions.append(.replace(replacement))
      } else {
        flaw(.unknownOperator(name), colon..<word.upperBound + 1)
        instructions.append(.discard)
      }
    } else if next == .colon || next == closer, !word.isEmpty {
      if let transformation = Transformation(rawValue: name) {
        instructions.append(.transform(transformation))
      } else {
        flaw(.unknownOperator(name), colon..<word.upperBound)
      }
    } else {
      let isMissing = [.colon, .equals, closer].contains(next)
      flaw(isMissing ? .missingOperator : .invalidOperatorCharacter, colon..<index + 1)
      _ = take { $0 != .colon && $0 != closer }
    }
  }

  /// Parses a name or an argument, up to a colon or the closing bracket.
  private mutating func fragment(until closer: UInt8, asString: Bool) {
    while let byte = bytes.byte(at: index), byte != .colon, byte != closer {
      if isAtSubstitution(byte) {
        substitution(asString: asString)
      } else {
        text { $0 == .dollar || $0 == .colon || $0 == closer }
      }
    }
  }

  /// Parses `$NAME`. A dot, and a `$(…)` directly after it, are parts of the name.
  private mutating func bare(from start: Int) {
    instructions.append(.begin)
    nameNesting += 1
    instructions.append(.text(take { $0.isIdentifier || $0 == UInt8(ascii: ".") }))
    if bytes.has("$(", at: index), depth < Self.depthLimit { substitution(asString: true) }
    nameNesting -= 1
    instructions.append(.lookUp(asString: stringNesting > 0 || nameNesting > 0, bare: start..<index))
  }

  // MARK: - Bytes

  /// Parses the byte at `index` and the following ones until `isEnd` holds.
  private mutating func text(until isEnd: (UInt8) -> Bool) {
    let start = index
    index = bytes.index(after: index + 1) { !isEnd($0) }
    instructions.append(.text(start..<index))
  }

  private mutating func take(while condition: (UInt8) -> Bool) -> Range<Int> {
    let start = index
    index = bytes.index(after: index, while: condition)
    return start..<index
  }

  private mutating func flaw(_ kind: Expression.SyntaxIssue.Kind, _ range: Range<Int>) {
    flaws.append(Expression.SyntaxIssue(kind: kind, range: range))
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

  static var dollar: UInt8 { UInt8(ascii: "$") }
  static var backslash: UInt8 { UInt8(ascii: "\\") }
  static var doubleQuote: UInt8 { UInt8(ascii: "\"") }
  static var singleQuote: UInt8 { UInt8(ascii: "'") }
  fileprivate static var colon: UInt8 { UInt8(ascii: ":") }
  fileprivate static var equals: UInt8 { UInt8(ascii: "=") }

  /// Whether it separates list elements: space, tab, line feed, vertical tab, form feed, carriage return.
  var isListBlank: Bool { self == .space || (9...13).contains(self) }

  fileprivate var isOperatorByte: Bool { isIdentifier || "-+.".utf8.contains(self) }
}
