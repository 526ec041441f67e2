import MartletCore

extension Node {
  /// Parses the single document of `source`: a mapping, a list, text, or nothing for an empty file.
  ///
  /// - Throws: `Failure` with the place of the first invalid YAML, or of what exceeds the limits.
  package init(yaml source: SourceText) throws {
    self = try YAMLReader.document(of: source)
  }

  /// The size limit of a YAML file in bytes.
  package static let yamlByteLimit = 1 << 20

  /// Throws for a YAML file that is too large, before it is read.
  ///
  /// - Throws: `Failure`.
  package static func checkSize(ofYAML path: RelativePath, byteCount: Int) throws {
    guard byteCount <= yamlByteLimit else {
      throw Failure("`\(path)` is \(byteCount) bytes long, expected at most \(yamlByteLimit)")
    }
  }
}

/// Reads YAML as text with places, within limits that no hand-written file reaches.
struct YAMLReader {
  private static let aliasLimit = 20
  private static let depthLimit = 64
  private static let nodeLimit = 10_000

  private let source: SourceText
  private let positions: YAMLPositions
  private var nodeCount = 0

  static func document(of source: SourceText) throws -> Node {
    try Node.checkSize(ofYAML: source.path, byteCount: source.bytes.count)
    if let offset = source.bytes.firstNonTextOffset {
      throw Failure([Diagnostic("this is not UTF-8 text", at: offset..<offset + 1, of: source)])
    }
    try refuseManyAliases(in: source)
    do {
      let bounds = YAMLTree.Bounds(depth: depthLimit, count: nodeLimit)
      guard let root = try YAMLTree.document(in: source.bytes[source.startOffset...], within: bounds) else {
        return Node(.nothing, span: 0..<0)
      }
      var reader = YAMLReader(source: source)
      return try reader.node(root, depth: 0)
    } catch let problem as YAMLProblem {
      throw Failure([YAMLReader(source: source).diagnostic(of: problem)])
    }
  }

  private init(source: SourceText) {
    self.source = source
    positions = YAMLPositions(in: source.bytes[source.startOffset...])
  }

  /// Throws for too many aliases before parsing. Aliases are copied by value, so a few can grow exponentially.
  private static func refuseManyAliases(in source: SourceText) throws {
    var count = 0
    var previous = UInt8.lineFeed
    for (offset, byte) in source.bytes.enumerated() {
      // Also after a non-ASCII byte, because YAML has Unicode line ends; and after `:`, because of `{"a":*b}`.
      let opens = previous.isBlank || previous.isLineEnd || previous >= 0x80 || "[,{:".utf8.contains(previous)
      if byte == UInt8(ascii: "*"), opens, let next = source.bytes.byte(at: offset + 1),
        next.isIdentifier || next == UInt8(ascii: "-")
      {
        count += 1
        guard count <= aliasLimit else {
          throw Failure([
            Diagnostic(
              "more than \(aliasLimit) aliases", at: offset..<offset + 1, of: source,
              hint: "repeat the text instead, and quote a literal `*`")
          ])
        }
      }
      previous = byte
    }
  }

  /// Checks the limits again, because here aliases are expanded.
  private mutating func node(_ tree: YAMLTree, depth: Int) throws -> Node {
    nodeCount += 1
    guard depth <= Self.depthLimit else { throw YAMLProblem.tooDeep(tree.mark) }
    guard nodeCount <= Self.nodeLimit else { throw YAMLProblem.tooMany(tree.mark) }
    let start = offset(of: tree.mark)
    // No plain text begins with `!`.
    guard source.bytes.byte(at: start) != UInt8(ascii: "!") else {
      throw Failure([
        Diagnostic(
          "YAML tags are not supported",
          at: start..<source.bytes.index(after: start) { !$0.isBlank && !$0.isLineEnd },
          of: source, hint: "remove the tag, or quote a text that begins with `!`")
      ])
    }
    switch tree.content {
    case .scalar(let scalar):
      try refuseNUL(in: scalar, at: start)
      let span = span(of: scalar, at: start)
      return Node(span.isEmpty ? .nothing : .scalar(scalar.text), span: span)
    case .sequence(let elements):
      return Node(.sequence(try elements.map { try node($0, depth: depth + 1) }), span: start..<start + 1)
    case .mapping(let entries):
      let entries = try entries.map { key, value in
        let start = offset(of: key.mark)
        guard case .scalar(let scalar) = key.content else {
          throw Failure([
            Diagnostic("the key is not text, expected a name", at: start..<start + 1, of: source)
          ])
        }
        try refuseNUL(in: scalar, at: start)
        return Node.Entry(
          key: scalar.text, keySpan: span(of: scalar, at: start), value: try node(value, depth: depth + 1))
      }
      return Node(.mapping(entries), span: start..<start + 1)
    }
  }

  /// Throws for NUL bytes, which commands and file names cannot contain.
  private func refuseNUL(in scalar: YAMLEvent.Scalar, at start: Int) throws {
    guard scalar.text.utf8.contains(0) else { return }
    throw Failure([Diagnostic("the text contains a NUL byte", at: span(of: scalar, at: start), of: source)])
  }

  /// Returns the bytes of a scalar: exact on one line, to the end of the first line for a block. Empty where nothing is
  /// written; quotes are included.
  private func span(of scalar: YAMLEvent.Scalar, at start: Int) -> Range<Int> {
    let bytes = source.bytes
    switch scalar.style {
    case .quoted:
      let quote = bytes.byte(at: start)
      let closing = bytes.index(after: start + 1) { $0 != quote && !$0.isLineEnd }
      return start..<max(start + 1, bytes.byte(at: closing) == quote ? closing + 1 : closing)
    case .block:
      return start..<max(start + 1, bytes.index(after: start) { !$0.isLineEnd })
    case .plain:
      let end = min(start + scalar.text.utf8.count, bytes.count)
      return start..<(bytes[start..<end].firstIndex(where: \.isLineEnd) ?? end)
    }
  }

  private func offset(of mark: YAMLMark) -> Int { positions.offset(of: mark) }

  private func diagnostic(of problem: YAMLProblem) -> Diagnostic {
    switch problem {
    case .secondDocument(let mark):
      let start = offset(of: mark)
      return Diagnostic(
        "more than one document", at: start..<start + 3, of: source,
        hint: "remove the `---`, or the text after it")
    case .unclosedQuote(let mark): return diagnostic("missing closing quote", at: mark)
    case .tooDeep(let mark): return diagnostic("more than \(Self.depthLimit) nested levels", at: mark)
    case .tooMany(let mark): return diagnostic("more than \(Self.nodeLimit) values", at: mark)
    case .unknownAlias(let mark): return diagnostic(malformed: "found undefined alias", at: offset(of: mark))
    case .malformed(let words, let mark): return diagnostic(malformed: words, at: offset(of: mark))
    case .sameKey(let key, let mark):
      let start = source.bytes.firstIndex(of: key, from: offset(of: mark)) ?? offset(of: mark)
      return Diagnostic("duplicate key `\(key)` in one mapping", at: start..<start + key.utf8.count, of: source)
    case .unreadable(let words, let offset):
      let start = min(source.startOffset + offset, lastOffset)
      return Diagnostic("invalid YAML: \(words)", at: start..<start, of: source)
    case .memory: return Diagnostic("`\(source.path)` is not valid YAML")
    }
  }

  private func diagnostic(_ words: String, at mark: YAMLMark) -> Diagnostic {
    let start = offset(of: mark)
    return Diagnostic(words, at: start..<start + 1, of: source)
  }

  private func diagnostic(malformed words: String, at offset: Int) -> Diagnostic {
    let start = min(offset, lastOffset)
    return Diagnostic(
      "invalid YAML: \(words)", at: start..<start, of: source,
      hint: hint(at: start) ?? hintOfBareStep(at: start) ?? hintOfUnquotedName(at: start) ?? Self.hint(for: words))
  }

  /// The end of the last line that is not blank, where an unexpected end is reported.
  private var lastOffset: Int {
    source.bytes.lastIndex { !$0.isBlank && !$0.isLineEnd }.map { $0 + 1 } ?? source.startOffset
  }

  /// Returns a hint for the usual cause of a libyaml message.
  private static func hint(for problem: String) -> String? {
    switch problem {
    case "mapping values are not allowed in this context": "quote a text that contains `: `, and check the indentation"
    case "did not find expected key", "could not find expected ':'", "did not find expected '-' indicator",
      "did not find expected <document start>":
      "check the indentation here and in the lines before, and that every quote is closed"
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      "a `[` or `{` before this is not closed, or a comma is missing"
    case "did not find expected alphabetic or numeric character": "quote a text that begins with `*` or `&`"
    case "found unknown escape character": "use single quotes, in which a backslash is a literal character"
    case "found character that cannot start any token": "quote a text that begins with this character"
    default: nil
    }
  }

  private static let quotedText = Pattern(/"[^"]*"|'[^']*'/)
  private static let nameInFlow = Pattern(/[\[{,].*(\$\{[A-Za-z0-9_.]+\})/)
  private static let bareStep = Pattern(/^ *- ([a-z_]+) *\r?$/)

  /// Returns a hint for `${name}` without quotes in a flow list or mapping, where its brace begins a mapping.
  private func hintOfUnquotedName(at offset: Int) -> String? {
    let start = source.bytes.index(before: offset) { !$0.isLineEnd }
    let end = source.bytes.index(after: offset) { !$0.isLineEnd }
    let line = source.string(at: start..<end).replacing(Self.quotedText, with: "")
    guard let name = line.firstMatch(of: Self.nameInFlow)?.output.1 else { return nil }
    return "inside `[…]` and `{…}`, quote a text with `\(name)`, as in `\"\(name)\"`"
  }

  /// Returns a hint for `id`, `if` or `name` below a step without parameters: YAML reads both lines as one text.
  private func hintOfBareStep(at offset: Int) -> String? {
    let lines = String(decoding: source.bytes[..<offset], as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).suffix(2)
    guard lines.count == 2, let key = lines.last?.trimmingPrefix(while: { $0 == " " }),
      ["id", "if", "name"].contains(key),
      let step = lines.first?.firstMatch(of: Self.bareStep)?.output.1
    else { return nil }
    return "write the step as `- \(step): {}`, so that `\(key)` can follow"
  }

  private func hint(at offset: Int) -> String? {
    switch source.bytes.byte(at: offset) {
    case .tab: "indent with spaces instead of tabs"
    case UInt8(ascii: "*"): "quote a text that begins with `*`"
    default: nil
    }
  }
}

extension [UInt8] {
  /// The first byte that is NUL or invalid UTF-8; nil when there is none.
  fileprivate var firstNonTextOffset: Int? {
    if let zero = firstIndex(of: 0) { return zero }
    guard String(validUTF8: self) == nil else { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
    return offset
  }
}
