import Lanes

extension ReleasefileSchema {
  /// What stands below `environments`.
  var environments: JSONValue {
    .mapping([
      "values": .oneOrMore(source),
      "local": .oneOrMore(source).described("Values of this machine alone, in files that git ignores."),
      "common": .text("What the dictionary is called that all environments have in common."),
      "extends": .names(to: .text("The environment that it extends.")),
      "unset": .names(to: .oneOrMore(.text("A key that the environment does not have."))),
      "variables": .names(to: .text("The environment variable that overrides the key.")),
      "secrets": .names(to: .anyOf([.text("The environment variable that holds it."), secret])),
      "types": .names(to: .anyOf([.oneOrMore(.text("Such as Int, [String] or URL?.")), type])),
      "outputs": .array(of: .anyOf(OutputDeclaration.Format.allCases.map(output))),
      "configurations": .names(to: .text("The .xcconfig file of the build configuration.")),
      "setting": .text("The build setting that says which environment a build is for."),
      "default": .text("The environment when nothing says which."),
    ])
  }

  private var source: JSONValue {
    .anyOf([
      .text("A file with values: plist, json, yaml, toml, env or xcconfig."),
      .mapping([
        "file": .text("The path."), "environment": .text("The one environment that the file is about."),
        "keys": .array(of: .text("A setting that is taken.")),
      ]),
    ])
  }

  private var secret: JSONValue {
    .mapping([
      "env": .text("The environment variable that holds it."), "file": .text("The ignored file that holds it."),
      "command": .array(of: .text("The program that prints it, and its arguments.")),
      "embed": JSONValue.flag.described("Whether it may stand in what is generated, where everybody can read it."),
    ])
  }

  private var type: JSONValue {
    .mapping([
      "type": .oneOrMore(.text("Such as Int, or choice.")),
      "values": .array(of: .text("One of the words of a choice.")),
      "optional": .flag, "default": .oneOrMore(.text("What it is where no layer says it.")),
    ])
  }

  private func output(_ format: OutputDeclaration.Format) -> JSONValue {
    var options: [String: JSONValue] = [
      format.rawValue: .text("The path."), "template": .text("A mustache template in place of the built-in one."),
    ]
    if format == .swift {
      options["type"] = .text("The name of the struct.")
      options["protocol"] = .text("The name of the protocol.")
      options["access"] = .choice(OutputDeclaration.Access.allCases.map(\.rawValue), "Who may see it.")
      options["environments"] = .choice(OutputDeclaration.Extent.allCases.map(\.rawValue), "Whose values are in it.")
    }
    return .mapping(options)
  }
}

extension JSONValue {
  fileprivate static func mapping(_ properties: [String: JSONValue]) -> JSONValue {
    .object(["type": .string("object"), "additionalProperties": .bool(false), "properties": .object(properties)])
  }

  /// An object with names of the user's.
  fileprivate static func names(to value: JSONValue) -> JSONValue {
    .object(["type": .string("object"), "additionalProperties": value])
  }

  fileprivate static func oneOrMore(_ value: JSONValue) -> JSONValue { .anyOf([value, .array(of: value)]) }
}
