import MartletCore

/// One key of a mapping in a Releasefile. The decoder, the list of known keys, the schema and the
/// reference page are based on this declaration.
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

/// The form of a key's value or of a list's elements.
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
  /// A mapping with these keys that may be empty.
  case optionalMapping([Field])
  /// A mapping with user-defined names.
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
  /// Decodes the mapping `node` into `owner` and reports unknown keys.
  ///
  /// - Parameters:
  ///   - name: The name of the mapping in messages.
  ///   - expected: The expectation to report where there is no mapping.
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
