import MartletCore

/// Parses the expressions of versions.
struct SwiftExpression {
  let source: SourceText
  let tokens: [SwiftToken]

  /// The value of an expression, with its pieces.
  struct Literal {
    let pieces: [SwiftDeclaration.Piece]
    let value: String
  }

  func token(_ index: Int) -> SwiftToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  /// Parses all tokens at `span` as a literal: `"1.4.2"`, `Version("1.4.2")!`, `Version(value: "1.4.2")`,
  /// `SemanticVersion(0, 40, 0)`, `Version(major: 1, minor: 4, patch: 2, suffix: "dev")`. Computed values such as
  /// `isTesting ? "0.0.0" : version` or `version("1.4.2")` are not literals.
  func literal(at span: Range<Int>) -> Literal? {
    let isForced = span.count > 1 && tokens[span.upperBound - 1].isSign("!")
    return string(at: span) ?? call(at: isForced ? span.dropLast() : span, depth: 4)
  }

  /// Parses a call with such a literal as its only argument, or with the numbers as arguments, up to `depth` calls.
  private func call(at span: Range<Int>, depth: Int) -> Literal? {
    guard depth > 0, let open = callOpening(in: span) else { return nil }
    let arguments = arguments(in: open + 1..<span.upperBound - 1)
    guard arguments.count == 1, let argument = arguments.first else { return components(of: arguments) }
    return string(at: argument.value) ?? call(at: argument.value, depth: depth - 1)
  }

  private func string(at span: Range<Int>) -> Literal? {
    guard span.count == 1, case .string(let content?) = token(span.lowerBound)?.kind, !content.isEmpty else {
      return nil
    }
    return Literal(pieces: [SwiftDeclaration.Piece(span: content)], value: source.string(at: content))
  }

  /// Returns the index of the `(` when the tokens are a type name, with or without dots, or `.init`, and arguments.
  private func callOpening(in span: Range<Int>) -> Int? {
    guard let open = span.first(where: { tokens[$0].isSign("(") }), open > span.lowerBound,
      closing(of: open, before: span.upperBound) == span.upperBound - 1,
      (span.lowerBound..<open).allSatisfy({ index in
        if case .word = tokens[index].kind { true } else { tokens[index].isSign(".") }
      }), case .word(let name) = tokens[open - 1].kind,
      name == "init" || name == "string" || name.first?.isUppercase == true
    else { return nil }
    return open
  }

  /// Returns the index of the sign that closes the one at `open`.
  func closing(of open: Int, before end: Int) -> Int? {
    var depth = 0
    for index in open..<min(end, open + Self.longestExpression) {
      guard case .sign(let sign) = tokens[index].kind else { continue }
      if "([{".utf8.contains(sign) { depth += 1 }
      if ")]}".utf8.contains(sign) {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  /// The limit on tokens of an expression, so that a hostile file is not slower than others.
  static let longestExpression = 256

  struct Argument {
    let label: String?
    let value: Range<Int>
  }

  /// Returns the arguments between the parentheses of a call.
  func arguments(in span: Range<Int>) -> [Argument] {
    guard !span.isEmpty else { return [] }
    var arguments: [Argument] = []
    var start = span.lowerBound
    var depth = 0
    for index in span.lowerBound...span.upperBound {
      if index < span.upperBound, case .sign(let sign) = tokens[index].kind {
        if "([{".utf8.contains(sign) { depth += 1 }
        if ")]}".utf8.contains(sign) { depth -= 1 }
      }
      guard index == span.upperBound || (depth == 0 && tokens[index].isSign(",")) else { continue }
      if case .word(let label) = token(start)?.kind, !label.isEmpty, start + 1 < index, tokens[start + 1].isSign(":") {
        arguments.append(Argument(label: label, value: start + 2..<index))
      } else if start < index {
        arguments.append(Argument(label: nil, value: start..<index))
      }
      start = index + 1
    }
    return arguments
  }

  /// Parses two to four integers, and an optional string with the pre-release.
  private func components(of arguments: [Argument]) -> Literal? {
    let integers = arguments.prefix { $0.value.count == 1 && token($0.value.lowerBound)?.kind == .integer }
    guard (2...4).contains(integers.count), let last = integers.last else { return nil }
    var pieces = integers.enumerated().map { index, argument in
      SwiftDeclaration.Piece(part: .component(index), span: tokens[argument.value.lowerBound].span)
    }
    var value = pieces.map { source.string(at: $0.span) }.joined(separator: ".")
    switch arguments.count - integers.count {
    case 0: break
    case 1:
      guard let suffix = arguments.last, let label = suffix.label, let literal = string(at: suffix.value) else {
        return nil
      }
      let span = tokens[last.value.lowerBound].span.upperBound..<tokens[suffix.value.lowerBound].span.upperBound
      let spelling = Spelling.swiftArgument(label: label)
      pieces.append(SwiftDeclaration.Piece(part: .prerelease, span: span, spelling: spelling))
      value += "-" + literal.value
    default: return nil
    }
    return Literal(pieces: pieces, value: value)
  }
}
