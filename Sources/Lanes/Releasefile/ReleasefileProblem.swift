import MartletCore

/// The problems of a Releasefile that is valid YAML.
package enum ReleasefileProblem: Equatable, Sendable {
  case unknownKey(String, of: String, known: [String])
  case unknownStep(String, StepCatalogue)
  case unknownParameter(String, step: String, known: [String])
  case unknownModifier(String, step: String, known: [String], parameters: [String])
  case unknownName(String, known: [String])
  case unknownLane(String, known: [String])
  case unknownFormat(String, known: [String])
  case missingOption(String, format: String)
  case missingParameter(String, step: String, expected: String)
  case severalSteps(String, String)
  case noStep
  case takesNoValue(String)
  case wrongKind(expected: String)
  case wrongValue(expected: String)
  case badTemplate(TemplateError)
  case bracesInCondition
  case repeatedID(String)
  case noValues(String)
  case badPath(String)
  case laneCycle([String])
  case repeatedLane(String)
  case badLaneName(String)
  case variableNotInName(String, lane: String)
  case tooManyLanes(limit: Int)
  case badParameterName(String)
  case choiceWithoutValues(String)
  case valuesWithoutChoice(String)
  case secretWithDefault(String)
  case wrongDefault(String, of: String, expected: String)
  case unknownArgument(String, lane: String, known: [String])
  case wrongArgument(String, of: String, expected: String)
  case missingArgument(String, lane: String, expected: String)
  case unknownOutput(String, step: String, known: [String])
  case badConfigurationKey(String)
  case valuesWithoutEnvironment(String)
  case secretSources(String, Int)
  case environmentCycle([String])
  case badPackageName(String)
  case unknownPackage(String, known: [String])
  case packageCycle
  case wrongOrder(String, after: String)
  /// The output of a `run` without `capture`.
  case uncapturedOutput(step: String)
  /// An output of a step that comes later.
  case laterOutput(String)
  case badChannelName(String)
  case missingChannelKey(String, of: String)

  /// Returns the message for a problem with `node`.
  func message(finding node: Node) -> String {
    if case .wrongKind = self { return "found \(node.found), \(message)" }
    if case .wrongValue = self { return "found \(node.found), \(message)" }
    return message
  }

  var message: String {
    switch self {
    case .unknownKey(let key, let owner, let known):
      "unknown key `\(key)` in \(owner)" + Self.expected(known, unlessNear: key)
    case .unknownStep(let word, let catalogue):
      if let own = catalogue.foreignNames[word] {
        "`\(word)` is called `\(own)` here"
      } else {
        "unknown step `\(word)`"
      }
    case .unknownParameter(let name, let step, let known):
      "unknown parameter `\(name)` in step `\(step)`"
        + (known.isEmpty ? ", it has no parameters" : Self.expected(known, unlessNear: name))
    case .unknownModifier(let key, let step, let known, _):
      "unknown key `\(key)` beside step `\(step)`" + Self.expected(known, unlessNear: key)
    case .unknownName(let name, let known): "unknown name `\(name)`" + Self.expected(known, unlessNear: name)
    case .unknownLane(let name, let known): "unknown lane `\(name)`" + Self.expected(known, unlessNear: name)
    case .unknownFormat(let word, let known):
      "unknown manifest format `\(word)`" + Self.expected(known, unlessNear: word)
    case .missingOption(let name, let format): "missing key `\(name)` for a manifest of format `\(format)`"
    case .missingParameter(let name, let step, let expected):
      "missing parameter `\(name)` of step `\(step)`, expected \(expected)"
    case .severalSteps(let first, let second):
      "two steps in one entry, `\(first)` and `\(second)`, expected one"
    case .noStep: "missing step in this entry, expected one such as `tag`"
    case .takesNoValue(let step): "step `\(step)` takes no value"
    case .wrongKind(let expected), .wrongValue(let expected): "expected \(expected)"
    case .badTemplate(let error): error.description
    case .bracesInCondition: "`${…}` is not allowed in a condition, expected \(Condition.expectation)"
    case .repeatedID(let id): "duplicate `id: \(id)` in one lane"
    case .noValues(let name):
      "`\(name)` has no values, expected a list such as `[major, minor]`"
    case .badPath(let text): "`\(text)` is not a path inside the repository"
    case .laneCycle(let names): "circular lane calls: \(names.map { "`\($0)`" }.joined(separator: " → "))"
    case .repeatedLane(let name): "duplicate lane `\(name)`"
    case .badLaneName(let name): "`\(name)` is not a valid lane name, expected letters, digits, `_`, `-` and `.`"
    case .variableNotInName(let name, let lane):
      "`${\(name)}` is not in the name of lane `\(lane)`, so its lanes would have the same name"
    case .tooManyLanes(let limit): "`for_each` creates more than \(limit) lanes"
    case .badParameterName(let name):
      "`\(name)` is not a valid parameter name, expected letters, digits and `_`, and not a predefined name"
    case .choiceWithoutValues(let name): "missing `values` for the choice `\(name)`"
    case .valuesWithoutChoice(let name): "`\(name)` has `values`, expected the type `choice`"
    case .secretWithDefault(let name): "parameter `\(name)` is secret, so it cannot have a `default`"
    case .badPackageName(let name): "`\(name)` is not a valid package name, expected letters, digits, `_` and `-`"
    case .unknownPackage(let name, let known): "unknown package `\(name)`" + Self.expected(known, unlessNear: name)
    case .wrongOrder(let step, let other): "`\(step)` is before `\(other)`, expected after it"
    case .laterOutput(let id): "the step `\(id)` comes later, expected a step before this one"
    case .badChannelName(let name): "`\(name)` is not a valid channel name, expected letters, digits, `_` and `-`"
    case .missingChannelKey(let key, let channel): "missing key `\(key)` of channel `\(channel)`"
    case .packageCycle: "circular dependencies between packages"
    case .wrongDefault(let text, let name, let expected): "the default of `\(name)` is `\(text)`, expected \(expected)"
    case .unknownArgument(let name, let lane, let known):
      "lane `\(lane)` has no parameter `\(name)`"
        + (known.isEmpty ? ", it has none" : Self.expected(known, unlessNear: name))
    case .wrongArgument(let text, let name, let expected): "`\(name)` is `\(text)`, expected \(expected)"
    case .missingArgument(let name, let lane, let expected):
      "missing argument `\(name)` for lane `\(lane)`, expected \(expected)"
    case .uncapturedOutput(let step): "step `\(step)` has no output `output`, it has none"
    case .unknownOutput(let name, let step, let known):
      "step `\(step)` has no output `\(name)`"
        + (known.isEmpty ? ", it has none" : Self.expected(known, unlessNear: name))
    case .badConfigurationKey(let text): "`\(text)` is not a valid configuration key, expected names separated by dots"
    case .valuesWithoutEnvironment(let path):
      "missing environment for `\(path)`, whose format has no dictionaries"
    case .secretSources(let key, let count):
      "secret `\(key)` has \(count == 0 ? "no source" : "\(count) sources"), expected one of `env`, `file`, `command`"
    case .environmentCycle(let names):
      "circular `extends` of environments: \(names.map { "`\($0)`" }.joined(separator: " → "))"
    }
  }

  /// Whether its line contains a secret.
  var isConfidential: Bool {
    if case .secretWithDefault = self { true } else { false }
  }

  var hint: String? {
    switch self {
    case .unknownKey("<<", _, _): "write the keys out, merge keys (`<<`) are not supported"
    case .unknownParameter(let name, let step, _) where StepDecoder.modifiers.contains(name):
      "write `\(name):` beside `\(step):`, not below it"
    case .unknownModifier(let name, let step, _, let parameters) where parameters.contains(name):
      "write `\(name):` below `\(step):`, not beside it"
    case .uncapturedOutput: "add `capture: true` to that step"
    case .unknownName(let name, let known) where name.contains(":") && known.nearest(to: name) == nil:
      "for a `${` that a shell replaces, write `$${`"
    case .unknownKey(let name, _, let known), .unknownParameter(let name, _, let known),
      .unknownModifier(let name, _, let known, _), .unknownName(let name, let known), .unknownLane(let name, let known),
      .unknownFormat(let name, let known), .unknownPackage(let name, let known),
      .unknownArgument(let name, _, let known), .unknownOutput(let name, _, let known):
      known.nearest(to: name).map { "did you mean `\($0)`?" }
    case .unknownStep(let word, let catalogue):
      if let own = catalogue.foreignNames[word] {
        "write `\(own)`"
      } else {
        catalogue.keywords.nearest(to: word).map { "did you mean `\($0)`?" }
          ?? "the steps are \(catalogue.keywords.map { "`\($0)`" }.joined(separator: ", "))"
      }
    case .laterOutput(let id): "move the step with `id: \(id)` up"
    case .wrongOrder(let step, let other): "move `\(step)` below `\(other)`"
    case .severalSteps: "begin the second step with its own `-`"
    case .secretWithDefault: "set `env` to the environment variable with the secret"
    case .variableNotInName(let name, let lane): "rename it to `\(lane)_${\(name)}`"
    case .bracesInCondition: "write the name without `${}`: `if: channel == beta`, not `${channel}`"
    case .repeatedID: "use another id, so that `${steps.ID.…}` refers to one step"
    case .badLaneName(let name) where name.contains("${"): "declare the values of the name in `${}` with `for_each`"
    case .missingParameter(_, let step, _): "list its parameters with `martlet help step \(step)`"
    case .valuesWithoutEnvironment(let path): "write `{file: \(path), environment: …}`"
    case .choiceWithoutValues: "add the values, such as `values: [stable, beta]`"
    case .valuesWithoutChoice: "add `type: choice`"
    case .missingArgument(let name, _, _): "add it with `with: {\(name): …}`"
    case .noValues, .repeatedLane, .badLaneName, .tooManyLanes, .badParameterName, .wrongDefault, .wrongArgument,
      .missingOption, .noStep, .takesNoValue, .wrongKind, .wrongValue, .badTemplate, .badPath, .laneCycle,
      .badConfigurationKey, .secretSources, .environmentCycle, .badPackageName, .packageCycle,
      .badChannelName, .missingChannelKey:
      nil
    }
  }

  /// Returns the list of known names, unless the hint suggests a similar one.
  private static func expected(_ known: [String], unlessNear name: String) -> String {
    guard known.nearest(to: name) == nil, !known.isEmpty else { return "" }
    return ", expected one of \(known.sorted().map { "`\($0)`" }.joined(separator: ", "))"
  }
}

extension StepCatalogue: Equatable {
  package static func == (left: StepCatalogue, right: StepCatalogue) -> Bool { left.keywords == right.keywords }
}
