extension Node {
  /// Returns this value with `${name}` replaced in all its texts, for each name in `values`.
  ///
  /// A replacement is data: its dollar signs are doubled, so that it is not parsed as a template.
  func substituting(_ values: [String: String]) -> Node {
    switch content {
    case .scalar(let text): Node(.scalar(text.substituting(values)), span: span)
    case .sequence(let nodes): Node(.sequence(nodes.map { $0.substituting(values) }), span: span)
    case .mapping(let entries):
      Node(
        .mapping(
          entries.map {
            Entry(key: $0.key.substituting(values), keySpan: $0.keySpan, value: $0.value.substituting(values))
          }), span: span)
    case .nothing: self
    }
  }

  /// The values of all `id:` keys in this value.
  var stepIDs: Set<String> {
    switch content {
    case .scalar, .nothing: []
    case .sequence(let nodes): nodes.reduce(into: []) { $0.formUnion($1.stepIDs) }
    case .mapping(let entries):
      entries.reduce(into: []) { ids, entry in
        if entry.key == "id", let text = entry.value.text { ids.insert(text) }
        ids.formUnion(entry.value.stepIDs)
      }
    }
  }
}

extension String {
  /// Replaces all names in one pass, so that values are not scanned again. `$$` is an escaped dollar sign.
  func substituting(_ values: [String: String]) -> String {
    guard !values.isEmpty else { return self }
    var result = ""
    var rest = self[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...]
      if rest.hasPrefix("$$") {
        result += "$$"
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("${"), let end = rest.firstIndex(of: "}"),
        let value = values[String(rest.dropFirst(2)[..<end])]
      {
        result += value.replacing("$", with: "$$")
        rest = rest[rest.index(after: end)...]
      } else {
        result += "$"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}
