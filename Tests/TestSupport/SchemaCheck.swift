import Lanes

/// A check of a value against a JSON Schema, limited to the keywords that Martlet uses.
package struct SchemaCheck {
  private let root: [String: Any]

  package init(_ schema: [String: Any]) {
    root = schema
  }

  /// The errors in `node`, with their path; empty if there are none.
  package func problems(with node: Node) -> [String] { problems(with: node, root, at: "") }

  private func problems(with node: Node, _ schema: [String: Any], at path: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = String(reference.split(separator: "/").last ?? "")
      guard let target = (root["definitions"] as? [String: Any])?[name] as? [String: Any] else {
        return ["\(path): no definition \(name)"]
      }
      return problems(with: node, target, at: path)
    }
    if let forms = schema["anyOf"] as? [[String: Any]] {
      let attempts = forms.map { problems(with: node, $0, at: path) }
      return attempts.contains([])
        ? [] : ["\(path): fits no form; \(attempts.map { $0.first ?? "" }.joined(separator: " | "))"]
    }
    if let allowed = schema["enum"] as? [Any] {
      let words = allowed.map { $0 as? String ?? (($0 as? Bool) == true ? "true" : "false") }
      return node.text.map(words.contains) == true ? [] : ["\(path): not one of \(words)"]
    }
    guard let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map({ [$0] }) else { return [] }
    switch node.content {
    case .scalar(let text):
      let isNumber = types.contains("integer") && Int(text).map { Self.isWithin($0, schema) } == true
      let isFlag = types.contains("boolean") && ["true", "false"].contains(text)
      let isFitting = types.contains("string") || isNumber || isFlag
      return isFitting ? [] : ["\(path): a text, not \(types)"]
    case .nothing: return types.contains("null") ? [] : ["\(path): nothing, not \(types)"]
    case .sequence(let nodes):
      guard types.contains("array") else { return ["\(path): a list, not \(types)"] }
      let items = schema["items"] as? [String: Any] ?? [:]
      return nodes.enumerated().flatMap { problems(with: $1, items, at: "\(path)/\($0)") }
    case .mapping(let entries):
      guard types.contains("object") else { return ["\(path): a mapping, not \(types)"] }
      return problems(with: entries, schema, at: path)
    }
  }

  private func problems(with entries: [Node.Entry], _ schema: [String: Any], at path: String) -> [String] {
    let properties = schema["properties"] as? [String: Any] ?? [:]
    let missing = (schema["required"] as? [String] ?? []).filter { name in !entries.contains { $0.key == name } }
    return missing.map { "\(path): no \($0)" }
      + entries.flatMap { entry -> [String] in
        let here = "\(path)/\(entry.key)"
        if let property = properties[entry.key] as? [String: Any] {
          return problems(with: entry.value, property, at: here)
        }
        if let others = schema["additionalProperties"] as? [String: Any] {
          return problems(with: entry.value, others, at: here)
        }
        return ["\(here): not allowed"]
      }
  }

  private static func isWithin(_ number: Int, _ schema: [String: Any]) -> Bool {
    number >= schema["minimum"] as? Int ?? .min && number <= schema["maximum"] as? Int ?? .max
  }
}
