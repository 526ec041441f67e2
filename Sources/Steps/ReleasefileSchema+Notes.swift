import Lanes
import Versioning

// What the schema says of the next version and of the notes.
extension JSONValue {
  static var releaseRules: JSONValue {
    let level = choice(ReleaseLevel.allCases.map(\.rawValue), "What it counts for.")
    return closedObject([
      "types": .object(["type": .string("object"), "additionalProperties": level]), "other": level,
      "initial_development": closedObject(["major": level, "minor": level]),
      "initial": .text("The first version of a project that has none."),
      "changes": .text("The folder of change files."),
    ])
  }

  static var changelog: JSONValue {
    let group = closedObject(["title": .text("The heading."), "types": .texts("The types of its commits.")])
    return anyOf([
      .text("The path."),
      closedObject([
        "file": .text("The path."), "template": .text("The path of a template for sections made of commits."),
        "groups": .array(of: group), "hide_scopes": .texts("Scopes that nobody is told of."), "authors": .flag,
        "forge": choice(ChangelogDeclaration.Forge.allCases.map(\.rawValue), "What runs where the project is hosted."),
      ]),
    ])
  }

  /// One text or several.
  static func texts(_ summary: String) -> JSONValue { anyOf([text(summary), .array(of: text(summary))]) }

  /// A mapping with no other keys than these.
  static func closedObject(_ properties: [String: JSONValue]) -> JSONValue {
    object(["type": .string("object"), "additionalProperties": .bool(false), "properties": .object(properties)])
  }
}
