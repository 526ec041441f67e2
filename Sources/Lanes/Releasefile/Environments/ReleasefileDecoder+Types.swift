import MartletCore

extension ReleasefileDecoder {
  // MARK: Types

  private static let typeExpectation =
    "one of \((TypeDeclaration.Kind.names + ["choice"]).map { "`\($0)`" }.joined(separator: ", ")), or a list such as `[String]`, with `?` if the value is optional"

  /// Decodes `Port: Int`, `Port: Int?`, or a mapping with `type` and more.
  mutating func type(_ entry: Node.Entry) -> TypeDeclaration? {
    guard let key = ConfigurationKey(entry.key) else {
      steps.report(.badConfigurationKey(entry.key), at: entry.keySpan)
      return nil
    }
    var result = TypeDeclaration(key, nil, span: entry.keySpan)
    if entry.value.typeText != nil {
      return kind(entry.value, of: &result, choices: []) ? result : nil
    }
    let options = mapping(entry.value, of: "a type, or a mapping with `type`")
    let values = options.first { $0.key == "values" }.map(\.value)
    let choices = values.map { list($0, of: "a list of values").compactMap { text($0) } } ?? []
    var isValid = true
    for option in options {
      switch option.key {
      case "type": isValid = kind(option.value, of: &result, choices: choices) && isValid
      case "values": break
      case "optional": result.isOptional = Bool(option.value, decoder: &steps) ?? false
      case "default":
        result.defaultValue = option.value
        if option.value.text == nil, option.value.elements == nil {
          steps.report(.wrongKind(expected: "text or a list of texts"), at: option.value)
        }
      default:
        steps.report(
          .unknownKey(option.key, of: "the type of `\(key)`", known: ["type", "values", "optional", "default"]),
          at: option.keySpan)
      }
    }
    if case .choice = result.kind {
    } else if values != nil, result.kind != nil {
      steps.report(.valuesWithoutChoice(key.description), at: entry.keySpan)
    }
    return isValid ? result : nil
  }

  /// Decodes the kind in `node`.
  ///
  /// - Returns: whether it is valid.
  private mutating func kind(_ node: Node, of type: inout TypeDeclaration, choices: [String]) -> Bool {
    var word = node.typeText ?? ""
    if word.hasSuffix("?") {
      word.removeLast()
      type.isOptional = true
    }
    if word == "choice" {
      if choices.isEmpty { steps.report(.choiceWithoutValues(type.key.description), at: node) }
      type.kind = .choice(choices)
      return !choices.isEmpty
    }
    type.kind = TypeDeclaration.Kind(word)
    if type.kind == nil { steps.report(.wrongValue(expected: Self.typeExpectation), at: node) }
    return type.kind != nil
  }

  // MARK: Outputs

  /// Decodes `swift: Sources/App/Configuration.swift` with its options.
  mutating func output(_ node: Node) -> OutputDeclaration? {
    let words = OutputDeclaration.Format.allCases.map(\.rawValue)
    guard let entries = node.entries, let first = entries.first(where: { words.contains($0.key) }) ?? entries.first
    else {
      steps.report(
        .wrongKind(expected: "a format and a path, such as `swift: Sources/App/EnvironmentConfiguration.swift`"),
        at: node)
      return nil
    }
    guard let format = OutputDeclaration.Format(rawValue: first.key) else {
      steps.report(.unknownKey(first.key, of: "an output", known: words), at: first.keySpan)
      return nil
    }
    guard let text = text(first.value) else { return nil }
    guard let path = RelativePath(text) else {
      steps.report(.badPath(text), at: first.value)
      return nil
    }
    var output = OutputDeclaration(format, at: path, span: first.value.span)
    for entry in entries where entry.key != first.key { decode(entry, into: &output) }
    return output
  }

  private mutating func decode(_ entry: Node.Entry, into output: inout OutputDeclaration) {
    let known = output.format.declaresTypes ? ["template", "type", "protocol", "access", "environments"] : ["template"]
    guard known.contains(entry.key) else {
      steps.report(
        .unknownKey(entry.key, of: "an output of format `\(output.format.rawValue)`", known: known), at: entry.keySpan)
      return
    }
    switch entry.key {
    case "template":
      output.template = text(entry.value).flatMap { RelativePath($0) }
      if let text = entry.value.text, output.template == nil { steps.report(.badPath(text), at: entry.value) }
    case "type": output.typeName = swiftName(entry.value)
    case "protocol": output.protocolName = swiftName(entry.value)
    case "access": output.access = word(entry.value) ?? output.access
    default: output.extent = word(entry.value) ?? output.extent
    }
  }

  private mutating func swiftName(_ node: Node) -> String? {
    guard let name = node.text, name.utf8.allSatisfy(\.isIdentifier), name.utf8.first?.isDigit == false,
      name.utf8.contains(where: \.isLetter)
    else {
      steps.report(.wrongValue(expected: "a name of letters, digits and `_`"), at: node)
      return nil
    }
    return name
  }

  private mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ node: Node) -> Word? {
    guard let word = node.text.flatMap({ Word(rawValue: $0) }) else {
      let words = Word.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      steps.report(.wrongValue(expected: "one of \(words)"), at: node)
      return nil
    }
    return word
  }
}

extension Node {
  /// The text of a type. YAML parses an unquoted `[String]` as a list, which is converted back.
  fileprivate var typeText: String? {
    guard case .sequence(let nodes) = content else { return text }
    guard nodes.count == 1, let element = nodes[0].typeText else { return nil }
    return "[\(element)]"
  }
}
