extension DocumentValue {
  /// Parses a property list in XML: `<plist>` with one `dict`, `array`, `string`, `integer`, `real`, `true`, `false`,
  /// `date` or `data` in it, according to Apple's document type.
  ///
  /// - Throws: `DocumentError` for an invalid list, for a key that occurs twice in one dictionary, and for values
  ///   nested deeper than 64 levels.
  init(propertyList source: SourceText) throws(DocumentError) {
    var scanner = XMLScanner(source)
    var builder = DocumentBuilder(source)
    var depth = 0
    var scalar: Range<Int>?
    while let event = try scanner.next() {
      switch event {
      case .opened(let name):
        if scalar != nil {
          throw Self.malformed(source, at: name, "found `<\(source.string(at: name))>`, expected only text")
        }
        try Self.open(name, at: depth, in: source, &builder)
        if depth > 0, Self.scalars.contains(source.string(at: name)) { scalar = name }
        depth += 1
      case .closed(let name, let text, _):
        depth -= 1
        scalar = nil
        if depth > 0 { try Self.close(name, text, in: source, &builder) }
      }
    }
    guard let root = builder.root else {
      throw .malformed(source, at: 0..<0, problem: "no value, expected `<dict>` in `<plist>`", hint: nil)
    }
    self = root
  }

  private static let collections = ["dict", "array"]
  private static let scalars = ["string", "integer", "real", "true", "false", "date", "data", "key"]

  private static func open(
    _ name: Range<Int>, at depth: Int, in source: SourceText, _ builder: inout DocumentBuilder
  ) throws(DocumentError) {
    let element = source.string(at: name)
    guard depth > 0 else {
      guard element == "plist", builder.root == nil else {
        throw malformed(source, at: name, "found `<\(element)>`, expected one `<plist>`")
      }
      return
    }
    guard depth > 1 || builder.root == nil else {
      throw malformed(source, at: name, "a second value, expected one in `<plist>`")
    }
    guard (collections + scalars).contains(element) else {
      throw malformed(source, at: name, "`<\(element)>` is not an element of a property list")
    }
    guard builder.expectsKey == (element == "key") else {
      throw malformed(
        source, at: name,
        builder.expectsKey ? "a value without its key, expected `<key>`" : "unexpected `<key>`")
    }
    if element == "dict" { try builder.beginTable(at: name.lowerBound) }
    if element == "array" { try builder.beginList(at: name.lowerBound) }
  }

  private static func close(
    _ name: Range<Int>, _ text: XMLText, in source: SourceText, _ builder: inout DocumentBuilder
  ) throws(DocumentError) {
    let element = source.string(at: name)
    let span = text.span ?? name
    switch element {
    case "dict", "array":
      if let key = builder.pendingKey { throw malformed(source, at: key.span, "the key `\(key.name)` has no value") }
      try builder.end()
    case "key": builder.take(key: text.string, at: span)
    case "string": try builder.add(DocumentValue(.text(text.string), span: span))
    case "true", "false": try builder.add(DocumentValue(.word(element), span: name))
    case "real": try builder.add(DocumentValue(.real(text.string.trimmingBlanksAndLineEnds), span: span))
    case "data":
      try builder.add(DocumentValue(.data(text.string.filter { !$0.isWhitespace }), span: span))
    default: try builder.add(DocumentValue(.word(text.string.trimmingBlanksAndLineEnds), span: span))
    }
  }

  private static func malformed(_ source: SourceText, at span: Range<Int>, _ problem: String) -> DocumentError {
    .malformed(source, at: span, problem: problem, hint: nil)
  }
}

extension String {
  fileprivate var trimmingBlanksAndLineEnds: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
