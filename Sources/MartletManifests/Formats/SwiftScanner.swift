import MartletCore

/// Finds possible versions in a Swift text by their form alone; the caller selects among them.
struct SwiftScanner {
  /// The kind of block that a `{` opened.
  private enum Block {
    case type(String)
    case function
    case other
  }

  private let source: SourceText
  private let expression: SwiftExpression
  private let tokens: [SwiftToken]
  private var blocks: [Block] = []
  /// The kind of block that the next `{` opens.
  private var pending = Block.other
  /// The integer constants of each open type, by name.
  private var integers: [[String: Range<Int>]] = [[:]]
  private var declarations: [SwiftDeclaration] = []

  private init(_ source: SourceText) {
    self.source = source
    tokens = SwiftLexer.tokens(of: source.bytes, in: source.startOffset..<source.bytes.count)
    expression = SwiftExpression(source: source, tokens: tokens)
  }

  /// Returns every declaration in the order of the file.
  static func declarations(of source: SourceText) -> [SwiftDeclaration] {
    var scanner = SwiftScanner(source)
    for index in scanner.tokens.indices { scanner.scanToken(at: index) }
    return scanner.declarations.sorted { $0.pieces[0].span.lowerBound < $1.pieces[0].span.lowerBound }
  }

  private mutating func scanToken(at index: Int) {
    switch tokens[index].kind {
    case .word(let word): scan(word, at: index)
    case .string(let content?): scanSetting(content, at: index)
    case .sign(UInt8(ascii: "{")):
      blocks.append(pending)
      integers.append([:])
      pending = .other
    case .sign(UInt8(ascii: "}")):
      closeBlock()
    case .sign(UInt8(ascii: ";")):
      pending = .other
    case .string, .integer, .sign: break
    }
  }

  private mutating func scan(_ word: String, at index: Int) {
    switch word {
    case "struct", "class", "enum", "actor", "extension", "protocol":
      guard case .word(let name) = expression.token(index + 1)?.kind,
        !["func", "var", "let", "subscript"].contains(name)
      else { return }
      var last = name
      var next = index + 2
      while expression.token(next)?.isSign(".") == true, case .word(let part) = expression.token(next + 1)?.kind {
        last = part
        next += 2
      }
      pending = .type(last)
    case "func", "init", "deinit", "subscript":
      if word == "func" { scanFunction(at: index) }
      if expression.token(index - 1)?.isSign(".") != true { pending = .function }
    case "let", "var": scanVariable(at: index)
    case "print": scanPrint(at: index)
    case "CommandConfiguration": scanCommandConfiguration(at: index)
    case "marketingVersion": scanSettingCall(.version, at: index)
    case "currentProjectVersion": scanSettingCall(.build, at: index)
    default: break
    }
  }

  private var scope: [String] {
    blocks.compactMap { block in
      if case .type(let name) = block { name } else { nil }
    }
  }

  private var isLocal: Bool {
    blocks.contains { block in
      switch block {
      case .type: false
      case .function, .other: true
      }
    }
  }

  private mutating func append(_ form: SwiftDeclaration.Form, _ name: String, _ literal: SwiftExpression.Literal) {
    guard blocks.count <= 64 else { return }
    declarations.append(
      SwiftDeclaration(
        form: form, name: name, scope: scope, isLocal: isLocal, pieces: literal.pieces, value: literal.value))
  }
}

extension SwiftScanner {
  /// Scans `let name: Type = expression`, `var name: Type { "1.4.2" }`.
  private mutating func scanVariable(at index: Int) {
    guard case .word(let name) = expression.token(index + 1)?.kind else { return }
    var next = index + 2
    if expression.token(next)?.isSign(":") == true {
      while let token = expression.token(next), !token.isSign("="), !token.isSign("{") {
        guard next < index + 20, !token.isSign("}"), !token.isSign(","), !token.isWord("let"), !token.isWord("var")
        else {
          return
        }
        next += 1
      }
    }
    guard let token = expression.token(next) else { return }
    if token.isSign("{") {
      appendBody(openedAt: next, name)
    } else if token.isSign("=") {
      let span = next + 1..<endOfExpression(from: next + 1)
      if expression.token(next + 1)?.isSign("{") == true { appendBody(openedAt: next + 1, name) }
      if let literal = expression.literal(at: span) {
        append(.value, name, literal)
      } else if span.count == 1, tokens[span.lowerBound].kind == .integer {
        integers[integers.count - 1][name] = tokens[span.lowerBound].span
      }
    }
  }

  /// Scans `func name() -> Type { "1.4.2" }`.
  private mutating func scanFunction(at index: Int) {
    guard case .word(let name) = expression.token(index + 1)?.kind, expression.token(index + 2)?.isSign("(") == true,
      expression.token(index + 3)?.isSign(")") == true,
      let open = (index + 4..<index + 16).first(where: { expression.token($0)?.isSign("{") == true })
    else { return }
    appendBody(openedAt: open, name)
  }

  private mutating func appendBody(openedAt open: Int, _ name: String) {
    if let literal = body(openedAt: open) {
      append(.value, name, literal)
    } else if let literal = result(openedAt: open) {
      append(.result, name, literal)
    }
  }

  /// The only version that a body returns as a literal.
  private func result(openedAt open: Int) -> SwiftExpression.Literal? {
    guard let end = closingBrace(from: open + 1) else { return nil }
    let literals = (open + 1..<end).compactMap { index -> SwiftExpression.Literal? in
      guard tokens[index].isWord("return"), let next = expression.token(index + 2),
        next.startsLine || next.isSign("}"), let literal = expression.literal(at: index + 1..<index + 2),
        (try? Version(literal.value))?.components.count ?? 0 > 1
      else { return nil }
      return literal
    }
    return literals.count == 1 ? literals[0] : nil
  }

  /// Returns the literal that is the whole body: `{ "1.4.2" }`, `{ return "1.4.2" }`, `{ get { "1.4.2" } }`.
  private func body(openedAt open: Int) -> SwiftExpression.Literal? {
    var start = open + 1
    if expression.token(start)?.isWord("get") == true, expression.token(start + 1)?.isSign("{") == true { start += 2 }
    if expression.token(start)?.isWord("return") == true { start += 1 }
    return closingBrace(from: start).flatMap { expression.literal(at: start..<$0) }
  }

  /// Returns the first `}` after `start` without a matching `{` after `start`.
  private func closingBrace(from start: Int) -> Int? {
    var depth = 0
    for index in start..<max(start, min(tokens.count, start + SwiftExpression.longestExpression)) {
      if tokens[index].isSign("{") { depth += 1 }
      if tokens[index].isSign("}") {
        if depth == 0 { return index }
        depth -= 1
      }
    }
    return nil
  }

  /// Returns the end of the expression at `start`: the line's end, unless brackets are open or an operator continues
  /// it.
  private func endOfExpression(from start: Int) -> Int {
    var depth = 0
    let limit = max(start, min(tokens.count, start + SwiftExpression.longestExpression))
    for index in start..<limit {
      let token = tokens[index]
      if depth == 0, index > start, token.startsLine, !continuesExpression(from: tokens[index - 1], to: token) {
        return index
      }
      guard case .sign(let sign) = token.kind else { continue }
      if "([{".utf8.contains(sign) { depth += 1 }
      if ")]}".utf8.contains(sign) {
        depth -= 1
        if depth < 0 { return index }
      }
      if depth == 0, sign == UInt8(ascii: ";") || sign == UInt8(ascii: ",") { return index }
    }
    return limit
  }

  private func continuesExpression(from last: SwiftToken, to next: SwiftToken) -> Bool {
    if case .sign(let sign) = last.kind, "?:&|+.=<>".utf8.contains(sign) { return true }
    if case .sign(let sign) = next.kind, "?:&|+.=<>".utf8.contains(sign) { return true }
    return false
  }

  private mutating func closeBlock() {
    let constants = integers.popLast() ?? [:]
    if integers.isEmpty { integers.append([:]) }
    if case .type(let name) = blocks.last, let major = constants["major"], let minor = constants["minor"],
      let patch = constants["patch"] ?? constants["revision"]
    {
      let pieces = [major, minor, patch].enumerated().map { index, span in
        SwiftDeclaration.Piece(part: .component(index), span: span)
      }
      let literal = SwiftExpression.Literal(
        pieces: pieces, value: pieces.map { source.string(at: $0.span) }.joined(separator: "."))
      blocks.removeLast()
      append(.threeConstants, name, literal)
    } else {
      _ = blocks.popLast()
    }
    pending = .other
  }

  private mutating func scanPrint(at index: Int) {
    guard expression.token(index + 1)?.isSign("(") == true, expression.token(index + 3)?.isSign(")") == true,
      let literal = expression.literal(at: index + 2..<index + 3)
    else { return }
    append(.print, "print", literal)
  }

  private mutating func scanCommandConfiguration(at index: Int) {
    guard expression.token(index + 1)?.isSign("(") == true,
      let end = expression.closing(of: index + 1, before: tokens.count),
      let version = expression.arguments(in: index + 2..<end).first(where: { $0.label == "version" }),
      let literal = expression.literal(at: version.value)
    else { return }
    append(.commandConfiguration, "CommandConfiguration", literal)
  }

  /// Scans `"MARKETING_VERSION": "1.4.2"`, also with `.string("1.4.2")`.
  private mutating func scanSetting(_ content: Range<Int>, at index: Int) {
    guard expression.token(index + 1)?.isSign(":") == true else { return }
    let key = source.string(at: content)
    guard let kind = VersionSite.Kind(appleName: key) else { return }
    let isCall = expression.token(index + 2)?.isSign(".") == true
    let end = isCall ? index + 7 : index + 3
    guard end <= tokens.count, let literal = expression.literal(at: index + 2..<end) else { return }
    append(.setting(kind), key, literal)
  }

  /// Scans `.marketingVersion("1.4.2")` in a chain of settings.
  private mutating func scanSettingCall(_ kind: VersionSite.Kind, at index: Int) {
    guard case .word(let name) = tokens[index].kind, expression.token(index - 1)?.isSign(".") == true,
      expression.token(index + 1)?.isSign("(") == true, expression.token(index + 3)?.isSign(")") == true,
      let literal = expression.literal(at: index + 2..<index + 3)
    else { return }
    append(.setting(kind), name, literal)
  }
}
