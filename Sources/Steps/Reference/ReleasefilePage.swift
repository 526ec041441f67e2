import Lanes

/// The page `docs/releasefile-keys.md`, generated from the grammar that the decoder and the schema use.
package enum ReleasefilePage {
  /// Returns the page in Markdown.
  ///
  /// - Parameter example: Returns a use of the key at a path such as `lanes.NAME.steps`, on one line.
  package static func text(example: ([String]) throws -> String) rethrows -> String {
    var sections: [String] = []
    try append(Releasefile.form, at: [], to: &sections, example)
    return """
      # The keys of a Releasefile

      Every key except those of steps, manifest formats and environments, which have their own pages: [steps](steps.md),
      [manifests](manifests.md), [environments](environments.md). `martlet schema` prints a JSON Schema for editors.

      The examples are from [Releasefile.example](../Releasefile.example); `…` replaces the rest of a value.


      """ + sections.joined(separator: "\n")
  }

  private static func append(
    _ form: GrammarForm, at path: [String], to sections: inout [String], _ example: ([String]) throws -> String
  ) rethrows {
    switch form {
    case .mapping(let fields), .optionalMapping(let fields):
      let rows = try fields.map { field in
        "| `\(field.name)` | \(field.form.phrase) | \(field.summary) | `\(try example(path + [field.name]))` |"
      }
      let title = path.isEmpty ? "Top level" : "`\(path.joined(separator: "."))`"
      let head = ["## \(title)", "", "| key | value | | example |", "| --- | --- | --- | --- |"]
      sections.append((head + rows + [""]).joined(separator: "\n"))
      for field in fields { try append(field.form, at: path + [field.name], to: &sections, example) }
    case .names(let value): try append(value, at: path + ["NAME"], to: &sections, example)
    case .list(let element): try append(element, at: path + ["…"], to: &sections, example)
    case .anyOf(let forms): for form in forms { try append(form, at: path, to: &sections, example) }
    case .text, .choice, .flag, .texts, .steps, .manifests, .environments: break
    }
  }
}

extension GrammarForm {
  /// A short phrase for the kind of value.
  var phrase: String {
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
