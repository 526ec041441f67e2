import Lanes

extension ReleasefileSchema {
  /// The schema of `environments`.
  var environments: JSONValue {
    .mapping([
      "values": .oneOrMore(source),
      "local": .oneOrMore(source).described("Files with values for this machine only; git must ignore them."),
      "common": .text("The name of the dictionary with the values common to all environments."),
      "extends": .names(to: .text("The environment that it extends.")),
      "unset": .names(to: .oneOrMore(.text("A key to remove from the environment."))),
      "variables": .names(to: .text("The environment variable that overrides the key.")),
      "secrets": .names(to: .anyOf([.text("The environment variable with the secret."), secret])),
      "types": .names(to: .anyOf([.oneOrMore(.text("Such as Int, [String] or URL?.")), type])),
      "outputs": .array(of: .anyOf(OutputDeclaration.Format.allCases.map(output))),
      "configurations": .names(to: .text("The .xcconfig file of the build configuration.")),
      "setting": .text("The build setting that selects the environment of a build."),
      "default": .text("The environment to use if none is selected."),
    ])
  }

  private var source: JSONValue {
    .anyOf([
      .text("A file with values: plist, json, yaml, toml, env or xcconfig."),
      .mapping([
        "file": .text("The path."), "environment": .text("The environment of all values in the file."),
        "keys": .array(of: .text("A setting to read.")),
      ]),
    ])
  }

  private var secret: JSONValue {
    .mapping([
      "env": .text("The environment variable with the secret."), "file": .text("The ignored file with the secret."),
      "command": .array(of: .text("The program that prints it, and its arguments.")),
      "embed": JSONValue.flag.described(
        "Whether generated files may contain it, where every user of the app can read it."),
    ])
  }

  private var type: JSONValue {
    .mapping([
      "type": .oneOrMore(.text("Such as Int, or choice.")),
      "values": .array(of: .text("A value of the choice.")),
      "optional": .flag, "default": .oneOrMore(.text("The value if no layer sets it.")),
    ])
  }

  private func output(_ format: OutputDeclaration.Format) -> JSONValue {
    var options: [String: JSONValue] = [
      format.rawValue: .text("The path."), "template": .text("A Mustache template to use instead of the built-in one."),
    ]
    if format.declaresTypes {
      options["type"] = .text("The name of the struct.")
      options["protocol"] = .text("The name of the protocol.")
      options["access"] = .choice(OutputDeclaration.Access.allCases.map(\.rawValue), "The access level.")
      options["environments"] = .choice(
        OutputDeclaration.Extent.allCases.map(\.rawValue), "The environments whose values are in it.")
    }
    return .mapping(options)
  }
}

extension JSONValue {
  fileprivate static func mapping(_ properties: [String: JSONValue]) -> JSONValue {
    .object(["type": .string("object"), "additionalProperties": .bool(false), "properties": .object(properties)])
  }

  /// An object with user-defined names.
  fileprivate static func names(to value: JSONValue) -> JSONValue {
    .object(["type": .string("object"), "additionalProperties": value])
  }

  fileprivate static func oneOrMore(_ value: JSONValue) -> JSONValue { .anyOf([value, .array(of: value)]) }
}
