import MartletCore

/// A manifest that a Releasefile declares. The format defines the meaning of the options.
package struct ManifestDeclaration: Sendable, Hashable {
  /// The keyword of the format.
  package let keyword: String
  package let path: RelativePath
  /// The options with their texts: one, or those of a list.
  package let options: [String: [String]]

  package init(_ keyword: String, _ path: RelativePath, options: [String: [String]] = [:]) {
    self.keyword = keyword
    self.path = path
    self.options = options
  }
}

extension StepDecoder {
  /// Decodes a manifest from a mapping with a format's keyword; reports problems and returns nil for them.
  mutating func manifest(of node: Node, formats: [FormatDeclaration]) -> ManifestDeclaration? {
    let words = formats.map(\.keyword)
    guard let entries = node.entries, let first = entries.first(where: { words.contains($0.key) }) ?? entries.first
    else {
      report(.wrongKind(expected: "a format and a path, such as `plist: App/Info.plist`"), at: node)
      return nil
    }
    guard let format = formats.first(where: { $0.keyword == first.key }) else {
      report(.unknownFormat(first.key, known: words), at: first.keySpan)
      return nil
    }
    let path = first.value.text.flatMap { RelativePath($0) }
    if path == nil {
      report(first.value.text.map(ReleasefileProblem.badPath) ?? .wrongKind(expected: "a path"), at: first.value)
    }
    let options = options(entries.filter { $0.key != first.key }, of: format)
    for option in format.options where option.isRequired && options[option.name] == nil {
      report(.missingOption(option.name, format: format.keyword), at: first.keySpan)
    }
    return path.map { ManifestDeclaration(format.keyword, $0, options: options) }
  }

  private mutating func options(
    _ entries: [Node.Entry], of format: FormatDeclaration
  ) -> [String: [String]] {
    var options: [String: [String]] = [:]
    for entry in entries {
      guard let option = format.options.first(where: { $0.name == entry.key }) else {
        report(
          .unknownKey(entry.key, of: "a manifest of format `\(format.keyword)`", known: format.options.map(\.name)),
          at: entry.keySpan)
        continue
      }
      let nodes = option.isList ? entry.value.elements ?? [entry.value] : [entry.value]
      for node in nodes where node.text == nil {
        report(.wrongKind(expected: option.isList ? "a list of texts" : "text"), at: node)
      }
      options[option.name] = nodes.compactMap(\.text)
    }
    return options
  }
}
