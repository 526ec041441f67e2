import TextEditing

/// One key of a mapping in a Releasefile. This declaration feeds the decoder, the list of known keys, the schema and the
/// reference page.
struct GrammarKey<Owner>: Sendable {
  typealias Decode = @Sendable (inout ReleasefileDecoder, Node.Entry, inout Owner) -> Void

  let name: String
  let form: GrammarForm
  let summary: String
  let decode: Decode

  /// - Parameter summary: One sentence for the reference page; nil: that of `form`.
  init(_ name: String, _ form: GrammarForm, _ summary: String? = nil, _ decode: @escaping Decode) {
    self.name = name
    self.form = form
    self.summary = summary ?? form.summary
    self.decode = decode
  }

  var field: GrammarForm.Field { GrammarForm.Field(name: name, form: form, summary: summary) }
}

/// What may stand behind a key, or in a list.
package indirect enum GrammarForm: Sendable {
  package struct Field: Sendable {
    package let name: String
    package let form: GrammarForm
    package let summary: String
  }

  case text(String)
  case choice([String], String)
  case flag
  /// One text or several.
  case texts(String)
  case list(GrammarForm)
  case steps
  case manifests
  case environments
  /// A mapping with these keys.
  case mapping([Field])
  /// The same, which may be left empty.
  case optionalMapping([Field])
  /// A mapping with names of the user's.
  case names(GrammarForm)
  case anyOf([GrammarForm])

  static func mapping<Owner>(_ keys: [GrammarKey<Owner>]) -> GrammarForm { .mapping(keys.map(\.field)) }

  fileprivate var summary: String {
    switch self {
    case .text(let summary), .choice(_, let summary), .texts(let summary): summary
    case .flag, .list, .steps, .manifests, .environments, .mapping, .optionalMapping, .names, .anyOf: ""
    }
  }
}

extension ReleasefileDecoder {
  /// Decodes the mapping `node` into `owner`; what is not one of `keys` is reported.
  ///
  /// - Parameters:
  ///   - name: What messages call the mapping.
  ///   - expected: What is expected where there is no mapping.
  mutating func decode<Owner>(
    _ node: Node, by keys: [GrammarKey<Owner>], into owner: inout Owner, of name: String, expected: String
  ) {
    decode(mapping(node, of: expected), by: keys, into: &owner, of: name)
  }

  mutating func decode<Owner>(
    _ entries: [Node.Entry], by keys: [GrammarKey<Owner>], into owner: inout Owner, of name: String
  ) {
    for entry in entries {
      if let key = keys.first(where: { $0.name == entry.key }) {
        key.decode(&self, entry, &owner)
      } else {
        steps.report(.unknownKey(entry.key, of: name, known: keys.map(\.name)), at: entry.keySpan)
      }
    }
  }
}
