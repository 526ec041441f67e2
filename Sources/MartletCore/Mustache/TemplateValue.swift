/// A value for a template.
package enum TemplateValue {
  case text(String)
  case flag(Bool)
  case list([TemplateValue])
  case fields(any TemplateFields)
}

/// Values with names.
package protocol TemplateFields {
  /// Returns the value of `name`; nil where there is none, so that the enclosing fields are searched.
  func value(named name: String) -> TemplateValue?
}

extension [String: TemplateValue]: TemplateFields {
  package func value(named name: String) -> TemplateValue? { self[name] }
}

extension TemplateValue {
  /// A text; an empty one counts as missing, without a search for the name outside.
  package static func optional(_ text: String) -> TemplateValue { text.isEmpty ? .list([]) : .text(text) }

  /// Creates a list of values with fields.
  package static func list(of elements: [some TemplateFields]) -> TemplateValue {
    .list(elements.map(TemplateValue.fields))
  }

  /// The text for `{{name}}`: `true` or `false` for a flag; empty for values with parts.
  var shown: String {
    switch self {
    case .text(let text): text
    case .flag(let flag): "\(flag)"
    case .list, .fields: ""
    }
  }
}

extension TemplateValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral fields: (String, TemplateValue)...) {
    self = .fields(Dictionary(fields) { _, last in last })
  }
}
