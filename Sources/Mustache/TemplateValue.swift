/// What a template may show.
package enum TemplateValue {
  case text(String)
  case flag(Bool)
  case list([TemplateValue])
  case fields(any TemplateFields)
}

/// Values that a template asks for by name.
package protocol TemplateFields {
  /// Nil where there is no such value; then the enclosing fields are searched.
  func value(named name: String) -> TemplateValue?
}

extension [String: TemplateValue]: TemplateFields {
  package func value(named name: String) -> TemplateValue? { self[name] }
}

extension TemplateValue {
  /// A list of what has fields.
  package static func list(of elements: [some TemplateFields]) -> TemplateValue {
    .list(elements.map(TemplateValue.fields))
  }

  /// What `{{name}}` shows: a flag says `true` or `false`, and what has parts has no text of its own.
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
