import MartletCore

/// A Releasefile, or a part of one, before it is written.
package indirect enum YAMLNode: Equatable {
  case scalar(String)
  case flag(Bool)
  /// A list of texts in brackets.
  case words([String])
  case list([YAMLItem])
  case mapping([YAMLEntry])
  /// A mapping with one key, in braces.
  case pair(String, YAMLNode)
  /// A key without a value.
  case nothing
}

package enum YAMLItem: Equatable {
  case value(YAMLNode)
  /// A comment line.
  case comment(String)

  var isStep: Bool {
    if case .value = self { true } else { false }
  }
}

package struct YAMLEntry: Equatable {
  package var key: String
  package var value: YAMLNode
  /// Comment lines above the key.
  package var comments: [String]

  package init(_ key: String, _ value: YAMLNode, comments: [String] = []) {
    self.key = key
    self.value = value
    self.comments = comments
  }
}

extension YAMLNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  package init(stringLiteral text: String) { self = .scalar(text) }
  package init(booleanLiteral isSet: Bool) { self = .flag(isSet) }

  /// A mapping of the values that are not nil; only the value of `main` if it is alone, and nothing without values.
  static func options(main: String? = nil, _ values: KeyValuePairs<String, YAMLNode?>) -> YAMLNode {
    let entries = values.compactMap { key, value in value.map { YAMLEntry(key, $0) } }
    if entries.isEmpty { return .nothing }
    return entries.count == 1 && entries[0].key == main ? entries[0].value : .mapping(entries)
  }
}

extension YAMLNode {
  /// The lines of the value; the first one follows a key or a dash.
  fileprivate var lines: [String] {
    switch self {
    case .nothing: [""]
    case .scalar(let text): [text.asYAMLScalar]
    case .flag(let isSet): [isSet ? "true" : "false"]
    case .words(let words): ["[" + words.map(\.asYAMLFlowScalar).joined(separator: ", ") + "]"]
    case .list(let items):
      if items.contains(where: \.isStep) {
        [""] + items.flatMap(\.lines).indented()
      } else {
        ["[]"] + items.flatMap(\.lines).indented()
      }
    case .mapping(let entries): [""] + entries.flatMap(\.lines).indented()
    case .pair(let key, .scalar(let text)): ["{\(key): \(text.asYAMLFlowScalar)}"]
    case .pair(let key, let value): ["{\(key): \(value.lines.first ?? "")}"]
    }
  }
}

extension YAMLItem {
  fileprivate var lines: [String] {
    switch self {
    case .comment(let text): return [text.asYAMLComment]
    case .value(let node):
      guard case .mapping(let entries) = node else { return ["- " + (node.lines.first ?? "")] + node.lines.dropFirst() }
      let lines = entries.flatMap(\.lines)
      return lines.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
    }
  }
}

extension YAMLEntry {
  /// The lines of the entry, without line ends.
  package var lines: [String] {
    let value = value.lines
    let first = value.first ?? ""
    return comments.map(\.asYAMLComment) + [key.asYAMLScalar + ":" + (first.isEmpty ? "" : " " + first)]
      + value.dropFirst()
  }
}

extension [String] {
  fileprivate func indented() -> [String] { map { $0.isEmpty ? "" : "  " + $0 } }
}

extension String {
  /// The text as one comment line, without characters that are invalid in YAML.
  package var asYAMLComment: String {
    var text = ""
    for scalar in unicodeScalars {
      // Readers that count aliases before parsing count `*`, even in comments.
      if scalar == "*", text.isEmpty || text.last == " " { text += "\\" }
      text += scalar.isPrintableInYAML ? String(scalar) : " "
    }
    return "# \(text)"
  }
}
