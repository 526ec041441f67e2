import MartletCore

/// Finds assignments of literals in a Ruby text, outside of comments, strings and here-documents.
struct RubyScanner {
  /// `receiver.name = value`, or `name = value`.
  struct Assignment {
    let receiver: String?
    let name: String
    let value: Value
  }

  enum Value {
    /// The content of a literal without interpolation.
    case string(Range<Int>)
    case name(String)
    /// The literals of a hash by their keys, with or without braces.
    case hash([String: Range<Int>])

    var string: Range<Int>? {
      if case .string(let span) = self { span } else { nil }
    }
  }

  private enum Token: Equatable {
    case word(String)
    /// Nil for a string with interpolation or escapes.
    case string(Range<Int>?)
    case symbol(UInt8)
    case lineEnd
  }

  private let source: SourceText
  private let tokens: [Token]

  private init(_ source: SourceText) {
    self.source = source
    tokens = RubyLexer.tokens(of: source, in: source.startOffset..<source.bytes.count).flatMap {
      Self.tokens(for: $0, in: source)
    }
  }

  /// Returns every assignment of a string, a name or a hash, in the order of the file.
  static func assignments(of source: SourceText) -> [Assignment] {
    let scanner = RubyScanner(source)
    return scanner.tokens.indices.compactMap { scanner.assignment(at: $0) }
  }

  /// The name and the one requirement of every `s.dependency 'Name', '1.4.2'`.
  static func dependencies(of source: SourceText) -> [PodspecManifest.PodDependency] {
    let scanner = RubyScanner(source)
    return scanner.tokens.indices.compactMap { index in
      guard scanner.tokens[index] == .word("dependency") else { return nil }
      let start = scanner.token(index + 1) == .symbol(UInt8(ascii: "(")) ? index + 2 : index + 1
      guard case .string(let name?) = scanner.token(start),
        scanner.token(start + 1) == .symbol(UInt8(ascii: ",")),
        case .string(let requirement?) = scanner.token(start + 2), !scanner.isFollowedByCall(start + 2),
        scanner.token(start + 3) != .symbol(UInt8(ascii: ","))
      else { return nil }
      return (source.string(at: name), requirement)
    }
  }

  /// Returns this scanner's tokens for a Ruby token.
  private static func tokens(for token: RubyToken, in source: SourceText) -> [Token] {
    switch token.kind {
    case .word(let word): marks(word.prefix { $0 == "@" }) + [.word(String(word.drop { $0 == "@" }))]
    case .label(let word): [.word(word), .symbol(UInt8(ascii: ":"))]
    case .symbol(let word): [.symbol(UInt8(ascii: ":")), .word(word)]
    case .number(let digits):
      Array(digits.split(separator: ".").map { [.word(String($0))] }.joined(separator: marks(".")))
    case .mark(let mark): marks(mark)
    case .lineEnd: [.lineEnd]
    case .string: [.string(literal(at: token.span, in: source.bytes))]
    case .words, .opaque: [.string(nil)]
    }
  }

  private static func marks(_ text: some StringProtocol) -> [Token] { text.utf8.map(Token.symbol) }

  /// Returns the content of the string at `span`, if it is quoted and has no escapes or interpolation.
  private static func literal(at span: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    guard span.count > 1, let quote = bytes.byte(at: span.lowerBound), bytes[span.upperBound - 1] == quote,
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    else { return nil }
    let inside = span.lowerBound + 1..<span.upperBound - 1
    let isMadeUp =
      bytes[inside].contains(UInt8(ascii: "\\"))
      || quote == UInt8(ascii: "\"") && bytes[inside].firstIndex(of: "#{", from: inside.lowerBound) != nil
    return isMadeUp ? nil : inside
  }

  private func token(_ index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

  /// Returns the assignment whose name is the token at `index`.
  private func assignment(at index: Int) -> Assignment? {
    guard case .word(let name) = tokens[index], tokens[index...].dropFirst().first == .symbol(UInt8(ascii: "=")) else {
      return nil
    }
    var receiver: String?
    if token(index - 1) == .symbol(UInt8(ascii: ".")) {
      guard case .word(let word) = token(index - 2) else { return nil }
      receiver = word
    }
    switch token(index + 2) {
    case .string(let span?) where !isFollowedByCall(index + 2):
      return Assignment(receiver: receiver, name: name, value: .string(span))
    case .word(let word) where [.lineEnd, nil].contains(token(index + 3)):
      return Assignment(receiver: receiver, name: name, value: .name(word))
    case .symbol(UInt8(ascii: "{")), .symbol(UInt8(ascii: ":")), .word:
      return Assignment(receiver: receiver, name: name, value: .hash(hash(from: index + 2)))
    case .string, .symbol, .lineEnd, nil: return nil
    }
  }

  /// The limit on tokens of a hash, so that a file of only opening braces is not slower than others.
  private static let longestHash = 256

  /// Returns the literals after `:key =>`, `'key' =>` and `key:`, up to the end of the statement or the brace.
  private func hash(from start: Int) -> [String: Range<Int>] {
    var entries: [String: Range<Int>] = [:]
    var depth = 0
    for index in start..<min(tokens.count, start + Self.longestHash) {
      switch tokens[index] {
      case .symbol(UInt8(ascii: "{")): depth += 1
      case .symbol(UInt8(ascii: "}")):
        depth -= 1
        if depth <= 0 { return entries }
      case .lineEnd where depth == 0 && token(index - 1) != .symbol(UInt8(ascii: ",")): return entries
      case .string(let span?):
        if let key = key(before: index), entries[key] == nil, !isFollowedByCall(index) { entries[key] = span }
      case .string, .word, .symbol, .lineEnd: break
      }
    }
    return entries
  }

  /// Whether an operator changes the string: `'1.0' + x` is not a literal, `'1.0'.freeze` is.
  private func isFollowedByCall(_ index: Int) -> Bool {
    [.symbol(UInt8(ascii: "+")), .symbol(UInt8(ascii: "%"))].contains(token(index + 1))
  }

  private func key(before index: Int) -> String? {
    var key = index - 2
    if token(index - 1) == .symbol(UInt8(ascii: ">")), token(index - 2) == .symbol(UInt8(ascii: "=")) {
      key = index - 3
    } else if token(index - 1) != .symbol(UInt8(ascii: ":")) {
      return nil
    }
    switch token(key) {
    case .word(let word): return word
    case .string(let span?): return source.string(at: span)
    case .string, .symbol, .lineEnd, nil: return nil
    }
  }
}
