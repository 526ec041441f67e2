import Lanes

/// The page `docs/releasefile-keys.md`, generated from the grammar that the decoder and the schema use.
package enum ReleasefilePage {
  /// The page in Markdown.
  package static var text: String {
    var sections: [String] = []
    append(Releasefile.form, at: [], to: &sections)
    return """
      # The keys of a Releasefile

      Every key except those of steps, manifest formats and environments, which have their own pages: `docs/steps`,
      [manifests](manifests.md), [environments](environments.md). `martlet schema` prints a JSON Schema for editors.


      """ + sections.joined(separator: "\n")
  }

  private static func append(_ form: GrammarForm, at path: [String], to sections: inout [String]) {
    switch form {
    case .mapping(let fields), .optionalMapping(let fields):
      let rows = fields.map { "| `\($0.name)` | \($0.form.phrase) | \($0.summary) |" }
      let title = path.isEmpty ? "Top level" : "`\(path.joined(separator: "."))`"
      sections.append(
        (["## \(title)", "", "| key | value | |", "| --- | --- | --- |"] + rows + [""]).joined(separator: "\n"))
      for field in fields { append(field.form, at: path + [field.name], to: &sections) }
    case .names(let value): append(value, at: path + ["NAME"], to: &sections)
    case .list(let element): append(element, at: path + ["…"], to: &sections)
    case .anyOf(let forms): for form in forms { append(form, at: path, to: &sections) }
    case .text, .choice, .flag, .texts, .steps, .manifests, .environments: break
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
