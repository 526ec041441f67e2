import Lanes

/// The reference of a key of the Releasefile, from the grammar.
package struct KeyReference: Sendable {
  /// The keys from the top level to this one, such as `lanes.NAME.steps`.
  package let path: String
  package let value: String
  package let summary: String

  /// The last part of the path.
  package var name: String { path.split(separator: ".").last.map(String.init) ?? path }

  /// All keys, in the order of the grammar.
  package static let all: [KeyReference] = keys(of: Releasefile.form, at: [])

  private static func keys(of form: GrammarForm, at path: [String]) -> [KeyReference] {
    switch form {
    case .mapping(let fields), .optionalMapping(let fields):
      fields.flatMap { field in
        let path = path + [field.name]
        let own = KeyReference(
          path: path.joined(separator: "."), value: field.form.phrase, summary: field.summary)
        return [own] + keys(of: field.form, at: path)
      }
    case .names(let value): keys(of: value, at: path + ["NAME"])
    case .list(let element): keys(of: element, at: path)
    case .anyOf(let forms): forms.flatMap { keys(of: $0, at: path) }
    case .text, .choice, .flag, .texts, .steps, .manifests, .environments: []
    }
  }
}

extension GrammarForm {
  /// A short phrase for the kind of value.
  fileprivate var phrase: String {
    switch self {
    case .text: "text"
    case .choice(let words, _): words.map { "`\($0)`" }.joined(separator: ", ")
    case .flag: "`true` or `false`"
    case .texts: "text, or a list of texts"
    case .list: "a list"
    case .steps: "a list of steps"
    case .manifests: "a list of manifests"
    case .environments, .mapping, .optionalMapping, .names: "a mapping"
    case .anyOf(let forms): forms.map(\.phrase).joined(separator: ", or ")
    }
  }
}
