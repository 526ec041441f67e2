import Lanes
import Manifests

/// The JSON Schema (draft-07) of a Releasefile, from the declarations of steps and formats. Editors that know YAML
/// complete and check by it.
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
    .object([
      "$schema": .string("http://json-schema.org/draft-07/schema#"),
      "title": .string("Releasefile"),
      "description": .string("How a Swift project is released by martlet."),
      "type": .string("object"),
      "additionalProperties": .bool(false),
      "properties": .object(
        [
          "project": .text("The project's name."),
          "version": .object([
            "type": .string("object"), "additionalProperties": .bool(false),
            "properties": .object([
              "tag": .text("How tags are spelled, such as v${version}."),
              "source": .choice(["manifests", "tag"], "Where the version lives."),
              "next": .releaseRules,
            ]),
          ]),
          "manifests": manifests,
          "environments": environments,
          "changelog": .changelog,
          "packages": .object(["type": .string("object"), "additionalProperties": package]),
          "lanes": .object(["type": .string("object"), "additionalProperties": lane]),
        ].merging(lifeCycle) { $1 }),
      "definitions": .object(["step": step]),
    ])
  }

  private var manifests: JSONValue { .array(of: .anyOf(formats.map(\.schema))) }

  private var package: JSONValue {
    .closedObject([
      "paths": .texts("What belongs to it."), "manifests": manifests,
      "tag": .text("How its tags are spelled, such as core/${version}."),
      "changelog": .text("The path of its changelog."),
      "depends_on": .texts("The packages that it is built on."),
    ])
  }

  private var lifeCycle: [String: JSONValue] {
    ["before_all": .steps, "after_all": .steps, "on_error": .steps, "finally": .steps]
  }

  private var lane: JSONValue {
    let parameter = JSONValue.object([
      "type": .array([.string("object"), .string("null")]), "additionalProperties": .bool(false),
      "properties": .object([
        "type": .choice(LaneParameter.Kind.allCases.map(\.rawValue), "What the value must be."),
        "default": .text("What it is when it is not given."), "required": .flag, "secret": .flag,
        "env": .text("The environment variable that it is taken from."), "summary": .text("One sentence."),
        "values": .array(of: .text("")),
      ]),
    ])
    return .object([
      "type": .string("object"), "additionalProperties": .bool(false),
      "properties": .object(
        [
          "summary": .text("One sentence for the list of lanes."), "private": .flag,
          "parameters": .object(["type": .string("object"), "additionalProperties": parameter]),
          "for_each": .object(["type": .string("object"), "additionalProperties": .array(of: .text(""))]),
          "steps": .steps, "outputs": ValueShape.mapping.schema,
        ].merging(lifeCycle) { $1 }),
    ])
  }

  private var step: JSONValue {
    let bare = references.filter { !$0.parameters.contains(where: \.isRequired) }.map(\.keyword)
    return .anyOf([.choice(bare, "A step whose parameters are all left out.")] + references.map(\.schema))
  }
}

extension StepReference {
  /// A mapping with the step's word, and the modifiers beside it.
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
        keyword: .anyOf(forms), "name": .text("What reports call the step."),
        "id": .text("What ${steps.ID.…} calls it."), "if": ValueShape.condition.schema,
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
    }
  }
}
