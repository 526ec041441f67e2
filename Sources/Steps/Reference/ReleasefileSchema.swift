import Lanes
import MartletManifests

/// The JSON Schema (draft-07) of a Releasefile, from the declarations of steps and formats. Editors use it for
/// completion and validation.
package struct ReleasefileSchema: Encodable {
  private let references: [StepReference]
  private let formats: [ManifestFormat]

  package init(steps: StepCatalogue, formats: [ManifestFormat]) {
    references = StepReference.all(of: steps)
    self.formats = formats
  }

  package func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }

  private var value: JSONValue {
    schema(of: Releasefile.form).adding([
      "$schema": .string("http://json-schema.org/draft-07/schema#"),
      "title": .string("Releasefile"),
      "description": .string("The Martlet release configuration of a Swift project."),
      "definitions": .object(["step": Self.any(of: references), "check": Self.any(of: StepReference.all(of: .checks))]),
    ])
  }

  private func schema(of form: GrammarForm) -> JSONValue {
    switch form {
    case .text(let summary): .text(summary)
    case .choice(let words, let summary): .choice(words, summary)
    case .flag: .flag
    case .texts(let summary): .anyOf([.text(summary), .array(of: .text(summary))])
    case .list(let element): .array(of: schema(of: element))
    case .steps: .array(of: .object(["$ref": .string("#/definitions/step")]))
    case .manifests: .array(of: .anyOf(formats.map(\.schema)))
    case .environments: environments
    case .mapping(let fields): mapping(fields)
    case .optionalMapping(let fields):
      mapping(fields).adding(["type": .array([.string("object"), .string("null")])])
    case .names(let value): .object(["type": .string("object"), "additionalProperties": schema(of: value)])
    case .anyOf(let forms): .anyOf(forms.map(schema))
    }
  }

  private func mapping(_ fields: [GrammarForm.Field]) -> JSONValue {
    .object([
      "type": .string("object"), "additionalProperties": .bool(false),
      "properties": .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, schema(of: $0.form)) })),
    ])
  }

  /// A step of these: its keyword, or a mapping.
  private static func any(of references: [StepReference]) -> JSONValue {
    let bare = references.filter { !$0.parameters.contains(where: \.isRequired) }.map(\.keyword)
    return .anyOf([.choice(bare, "A step without parameters.")] + references.flatMap(\.forms).map(\.schema))
  }
}

extension StepReference {
  /// The schema of a mapping with the step's keyword and its modifiers.
  fileprivate var schema: JSONValue {
    let named = JSONValue.object([
      "type": .string("object"), "additionalProperties": .bool(false),
      "properties": .object(
        Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.shape.schema.described($0.summary)) })),
      "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
    ])
    var forms = parameters.first(where: \.isMain).map { [$0.shape.schema] } ?? []
    forms += parameters.isEmpty ? [] : [named]
    if !parameters.contains(where: \.isRequired) { forms.append(.object(["type": .string("null")])) }
    return .object([
      "type": .string("object"), "additionalProperties": .bool(false), "description": .string(summary),
      "properties": .object([
        keyword: .anyOf(forms), "name": .text("The name of the step in reports."),
        "id": .text("The id of the step for ${steps.ID.…}."), "if": ValueShape.condition.schema,
      ]),
      "required": .array([.string(keyword)]),
    ])
  }
}

extension ManifestFormat {
  fileprivate var schema: JSONValue {
    let options = options.map { option -> (String, JSONValue) in
      let text = JSONValue.text(option.summary)
      return (option.name, option.isList ? .anyOf([text, .array(of: text)]) : text)
    }
    return .object([
      "type": .string("object"), "additionalProperties": .bool(false), "description": .string(summary),
      "properties": .object(
        Dictionary(uniqueKeysWithValues: options).merging([keyword: .text("The path.")]) { $1 }),
      "required": .array(
        [.string(keyword)] + self.options.filter(\.isRequired).map { .string($0.name) }),
    ])
  }
}

extension ValueShape {
  fileprivate var schema: JSONValue {
    switch self {
    case .text, .lane: .text("")
    case .flag: .flag
    case .number(let bounds): .number(in: bounds)
    case .step: .object(["$ref": .string("#/definitions/step")])
    case .condition: .anyOf([.text(""), .array(of: .text(""))])
    case .choice(let words): .choice(words, "")
    case .list(let element): .anyOf([element.schema, .array(of: element.schema)])
    case .mapping: .object(["type": .string("object"), "additionalProperties": .text("")])
    case .check: .object(["$ref": .string("#/definitions/check")])
    }
  }
}
