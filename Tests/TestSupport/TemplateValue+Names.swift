import MartletCore

extension TemplateValue {
  /// Those of `names` that this value, or a part of it at any depth, has a value for that is not empty.
  package func filledNames(among names: Set<String>) -> Set<String> {
    switch self {
    case .text, .flag: return []
    case .list(let elements): return elements.reduce(into: []) { $0.formUnion($1.filledNames(among: names)) }
    case .fields(let fields):
      return names.reduce(into: []) { filled, name in
        guard let value = fields.value(named: name) else { return }
        if !value.isEmpty { filled.insert(name) }
        filled.formUnion(value.filledNames(among: names))
      }
    }
  }

  private var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .list(let elements): elements.isEmpty
    case .flag, .fields: false
    }
  }
}
