import TextEditing

/// What can be wrong with a Releasefile that is YAML.
package enum ReleasefileProblem: Equatable, Sendable {
  case unknownKey(String, of: String, known: [String])
  case unknownStep(String, StepCatalogue)
  case unknownParameter(String, step: String, known: [String])
  case unknownModifier(String, step: String, known: [String])
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

  /// The message, where `node` is what was found.
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
        + (known.isEmpty ? ", it has none" : Self.expected(known, unlessNear: name))
    case .unknownModifier(let key, let step, let known):
      "unknown key `\(key)` beside step `\(step)`" + Self.expected(known, unlessNear: key)
    case .unknownName(let name, let known): "unknown name `\(name)`" + Self.expected(known, unlessNear: name)
    case .unknownLane(let name, let known): "unknown lane `\(name)`" + Self.expected(known, unlessNear: name)
    case .unknownFormat(let word, let known):
      "unknown format `\(word)` of a manifest" + Self.expected(known, unlessNear: word)
    case .missingOption(let name, let format): "a manifest of format `\(format)` needs its key `\(name)`"
    case .missingParameter(let name, let step, let expected):
      "step `\(step)` needs its parameter `\(name)`, expected \(expected)"
    case .severalSteps(let first, let second):
      "two steps in one entry, `\(first)` and `\(second)`, expected one"
    case .noStep: "an entry without a step, expected one such as `tag`"
    case .takesNoValue(let step): "step `\(step)` takes no value"
    case .wrongKind(let expected), .wrongValue(let expected): "expected \(expected)"
    case .badTemplate(let error): error.description
    case .bracesInCondition: "a condition is not interpolated, expected \(Condition.expectation)"
    case .repeatedID(let id): "a second `id: \(id)` in one lane"
    case .noValues(let name):
      "`\(name)` has no values, so there would be no lane, expected a list such as `[major, minor]`"
    case .badPath(let text): "`\(text)` is no path inside the repository"
    case .laneCycle(let names): "lanes call each other in a circle: \(names.map { "`\($0)`" }.joined(separator: " → "))"
    case .repeatedLane(let name): "a second lane `\(name)`"
    case .badLaneName(let name): "`\(name)` cannot be the name of a lane, expected letters, digits, `_`, `-` and `.`"
    case .variableNotInName(let name, let lane):
      "`${\(name)}` is not in the name of lane `\(lane)`, so its lanes would have the same name"
    case .tooManyLanes(let limit): "`for_each` makes more than \(limit) lanes"
    case .badParameterName(let name):
      "`\(name)` cannot be the name of a parameter, expected letters, digits and `_`, and no name that `${…}` knows already"
    case .choiceWithoutValues(let name): "`\(name)` is a choice without values, expected `values`"
    case .valuesWithoutChoice(let name): "`\(name)` has values to choose from, expected the type `choice`"
    case .secretWithDefault(let name): "parameter `\(name)` is secret, so its value cannot stand here as `default`"
    case .badPackageName(let name): "`\(name)` cannot be the name of a package, expected letters, digits, `_` and `-`"
    case .unknownPackage(let name, let known): "unknown package `\(name)`" + Self.expected(known, unlessNear: name)
    case .wrongOrder(let step, let other): "`\(step)` is before `\(other)`, expected after it"
    case .packageCycle: "packages depend on each other in a circle, expected an order to release them in"
    case .wrongDefault(let text, let name, let expected): "the default of `\(name)` is `\(text)`, expected \(expected)"
    case .unknownArgument(let name, let lane, let known):
      "lane `\(lane)` has no parameter `\(name)`"
        + (known.isEmpty ? ", it has none" : Self.expected(known, unlessNear: name))
    case .wrongArgument(let text, let name, let expected): "`\(name)` is `\(text)`, expected \(expected)"
    case .missingArgument(let name, let lane, let expected):
      "lane `\(lane)` needs its parameter `\(name)`, expected \(expected)"
    case .unknownOutput(let name, let step, let known):
      "step `\(step)` gives no `\(name)`"
        + (known.isEmpty ? ", it gives nothing" : Self.expected(known, unlessNear: name))
    case .badConfigurationKey(let text): "`\(text)` is no key of a configuration, expected names with a dot between two"
    case .valuesWithoutEnvironment(let path):
      "`\(path)` has no dictionaries, so it holds the values of one environment, expected its name"
    case .secretSources(let key, let count):
      "secret `\(key)` has \(count == 0 ? "no source" : "\(count) sources"), expected one of `env`, `file`, `command`"
    case .environmentCycle(let names):
      "environments extend each other in a circle: \(names.map { "`\($0)`" }.joined(separator: " → "))"
    }
  }

  /// Whether the line where it stands holds what must not be seen.
  var isConfidential: Bool {
    if case .secretWithDefault = self { true } else { false }
  }

  var hint: String? {
    switch self {
    case .unknownKey("<<", _, _): "write the keys out, `<<` merges nothing here"
    case .unknownKey(let name, _, let known), .unknownParameter(let name, _, let known),
      .unknownModifier(let name, _, let known), .unknownName(let name, let known), .unknownLane(let name, let known),
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
    case .wrongOrder(let step, let other): "move `\(step)` below `\(other)`"
    case .severalSteps: "begin the second with a `-` of its own"
    case .secretWithDefault: "name the environment variable that holds it with `env`"
    case .variableNotInName(let name, let lane): "call it `\(lane)_${\(name)}`"
    case .bracesInCondition: "write a name as it is: `if: channel == beta`, not `${channel}`"
    case .repeatedID: "call it otherwise, so that `${steps.ID.…}` means one step"
    case .badLaneName(let name) where name.contains("${"): "say what the name in it stands for with `for_each`"
    case .missingParameter(_, let step, _): "see what it takes with `martlet steps \(step)`"
    case .valuesWithoutEnvironment(let path): "write `{file: \(path), environment: …}`"
    case .choiceWithoutValues: "add the values, such as `values: [stable, beta]`"
    case .valuesWithoutChoice: "add `type: choice`"
    case .missingArgument(let name, _, _): "give it with `with: {\(name): …}`"
    case .noValues, .repeatedLane, .badLaneName, .tooManyLanes, .badParameterName, .wrongDefault, .wrongArgument,
      .missingOption, .noStep, .takesNoValue, .wrongKind, .wrongValue, .badTemplate, .badPath, .laneCycle,
      .badConfigurationKey, .secretSources, .environmentCycle, .badPackageName, .packageCycle:
      nil
    }
  }

  /// The list of what may stand here, left to the hint where one name is near.
  private static func expected(_ known: [String], unlessNear name: String) -> String {
    guard known.nearest(to: name) == nil, !known.isEmpty else { return "" }
    return ", expected one of \(known.sorted().map { "`\($0)`" }.joined(separator: ", "))"
  }
}

extension StepCatalogue: Equatable {
  package static func == (left: StepCatalogue, right: StepCatalogue) -> Bool { left.keywords == right.keywords }
}
