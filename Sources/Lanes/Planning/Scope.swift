import MartletTextEditing

/// The names in a lane: its parameters with their values.
package struct Scope: Sendable {
  /// The lane; nil outside of lanes.
  package let lane: Lane?
  private let values: [String: String]
  private let secrets: [String: Secret]

  /// Creates the scope outside of lanes.
  init() {
    lane = nil
    values = [:]
    secrets = [:]
  }

  /// Creates the scope of `lane` with `arguments`. The value of each parameter is the argument, the environment
  /// variable, the default, or empty.
  ///
  /// - Parameters:
  ///   - isCredential: Whether a variable holds a secret, as its name or its value shows.
  ///   - resolve: Resolves a default.
  /// - Throws: `Failure` for an argument that is not a parameter or of the wrong kind, and for a missing one.
  init(
    of lane: Lane, arguments: [String: String], environment: [String: String],
    isCredential: (_ variable: String) -> Bool, resolve: (Template) throws -> String
  ) throws {
    self.lane = lane
    for name in arguments.keys.sorted() where lane.parameter(named: name) == nil {
      throw Failure.unknownArgument(name, lane: lane.name, known: lane.parameters.map(\.name))
    }
    var values: [String: String] = [:]
    var secrets: [String: Secret] = [:]
    for parameter in lane.parameters {
      let given = arguments[parameter.name] ?? parameter.variable.flatMap { environment[$0] }
      let text = try given ?? parameter.defaultValue.map(resolve)
      if text == nil, parameter.isRequired { throw Failure.missingArgument(parameter, lane: lane.name) }
      let value = try text.map(parameter.value) ?? (parameter.kind == .bool ? "false" : "")
      if parameter.isSecret || arguments[parameter.name] == nil && parameter.variable.map(isCredential) == true {
        secrets[parameter.name] = Secret(value)
      } else {
        values[parameter.name] = value
      }
    }
    self.values = values
    self.secrets = secrets
  }

  /// The value of a parameter; nil when there is none of that name.
  func value(of name: String) -> String? { values[name] }

  /// Returns the value of a secret parameter.
  func secret(_ name: String) -> Secret? { secrets[name] }

  /// The values of all secret parameters.
  var allSecrets: [Secret] { Array(secrets.values) }
}

extension Failure {
  static func unknownArgument(_ name: String, lane: String, known: [String]) -> Failure {
    Failure(
      "lane `\(lane)` has no parameter `\(name)`"
        + (known.isEmpty ? "" : ", expected one of \(known.quotedList)"), hint: known.suggestion(for: name),
      exit: .usage)
  }

  static func missingArgument(_ parameter: LaneParameter, lane: String) -> Failure {
    Failure(
      "missing argument `\(parameter.name)` for lane `\(lane)`, expected \(parameter.expectation)",
      hint: parameter.variable.map { "set `\($0)` in the environment" } ?? "add `\(parameter.name)=…` after `\(lane)`",
      exit: .usage)
  }
}
