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

  private let bytes: [UInt8]
  private let source: SourceText
  private let tokens: [RubyToken]

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    tokens = RubyLexer.tokens(of: source, in: source.startOffset..<source.bytes.count)
  }

  /// Every assignment of a string, a name or a hash, in the order of the file.
  var assignments: [Assignment] { tokens.indices.compactMap(assignment) }

  /// The name and the one requirement of every `s.dependency 'Name', '1.4.2'`.
  var dependencies: [PodspecManifest.PodDependency] {
    tokens.indices.compactMap { index in
      guard tokens[index].isWord("dependency") else { return nil }
      let start = isMark("(", index + 1) ? index + 2 : index + 1
      guard let name = literal(start), isMark(",", start + 1), let requirement = literal(start + 2),
        !isMark(",", start + 3)
      else { return nil }
      return (source.string(at: name), requirement)
    }
  }

  private func token(_ index: Int) -> RubyToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  private func isMark(_ mark: String, _ index: Int) -> Bool { token(index)?.isMark(mark) == true }

  /// Returns the name at `index`, without the `@` of a variable.
  private func word(_ index: Int) -> String? {
    if case .word(let word)? = token(index)?.kind { String(word.drop { $0 == "@" }) } else { nil }
  }

  /// Returns the content of the string at `index` if it is quoted, has no escapes or interpolation, and no operator changes it:
  /// `'1.0' + x` is not a literal, `'1.0'.freeze` is.
  private func literal(_ index: Int) -> Range<Int>? {
    guard let token = token(index), case .string = token.kind, token.span.count > 1,
      let quote = bytes.byte(at: token.span.lowerBound), bytes[token.span.upperBound - 1] == quote,
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    else { return nil }
    let inside = token.span.lowerBound + 1..<token.span.upperBound - 1
    let isMadeUp =
      bytes[inside].contains(UInt8(ascii: "\\"))
      || quote == UInt8(ascii: "\"") && bytes[inside].firstIndex(of: "#{", from: inside.lowerBound) != nil
    return isMadeUp || isMark("+", index + 1) || isMark("%", index + 1) ? nil : inside
  }

  /// Returns the assignment whose name is the token at `index`.
  private func assignment(at index: Int) -> Assignment? {
    guard let name = word(index), isMark("=", index + 1), let value = token(index + 2) else { return nil }
    var receiver: String?
    if isMark(".", index - 1) {
      guard let word = word(index - 2) else { return nil }
      receiver = word
    }
    if let span = literal(index + 2) { return Assignment(receiver: receiver, name: name, value: .string(span)) }
    switch value.kind {
    case .word where token(index + 3)?.kind ?? .lineEnd == .lineEnd:
      return Assignment(receiver: receiver, name: name, value: .name(word(index + 2) ?? ""))
    case .mark("{"), .label, .symbol, .word:
      return Assignment(receiver: receiver, name: name, value: .hash(hash(from: index + 2)))
    case .string, .mark, .words, .number, .lineEnd, .opaque: return nil
    }
  }

  /// The limit on tokens of a hash, so that a file of only opening braces is not slower than others.
  private static let longestHash = 256

  /// Returns the literals after `:key =>`, `'key' =>` and `key:`, up to the end of the statement or the brace.
  private func hash(from start: Int) -> [String: Range<Int>] {
    var entries: [String: Range<Int>] = [:]
    var depth = 0
    for index in start..<min(tokens.count, start + Self.longestHash) {
      if isMark("{", index) { depth += 1 }
      if isMark("}", index) { depth -= 1 }
      if isMark("}", index) && depth <= 0 || tokens[index].kind == .lineEnd && depth == 0 && !isMark(",", index - 1) {
        return entries
      }
      if let key = key(before: index), entries[key] == nil, let value = literal(index) { entries[key] = value }
    }
    return entries
  }

  private func key(before index: Int) -> String? {
    if case .label(let label)? = token(index - 1)?.kind { return label }
    guard isMark("=>", index - 1) else { return nil }
    if case .symbol(let name)? = token(index - 2)?.kind { return name }
    return literal(index - 2).map { source.string(at: $0) }
  }
}
