import MartletCore

/// The names in a lane: its parameters with their values.
package struct Scope: Sendable {
  /// The lane; nil outside of lanes.
  package let lane: Lane?
  private let values: [String: String]
  private let secrets: [String: Secret]
  /// The names of the caller's secrets that it passed on, by the parameter.
  private let secretArguments: [String: String]

  /// Creates the scope outside of lanes.
  init() {
    lane = nil
    values = [:]
    secrets = [:]
    secretArguments = [:]
  }

  /// Creates the scope of `lane` with `arguments`. The value of each parameter is the argument, the environment
  /// variable, the default, or empty.
  ///
  /// - Parameters:
  ///   - secretArguments: The names of the caller's secrets among the arguments.
  ///   - isCredential: Whether a variable holds a secret, as its name or its value shows.
  ///   - resolve: Resolves a default.
  /// - Throws: `Failure` for an argument that is not a parameter or of the wrong kind, and for a missing one.
  init(
    of lane: Lane, arguments: [String: String], secretArguments: [String: String], environment: StepEnvironment,
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
      let isFromVariable = arguments[parameter.name] == nil && parameter.variable.map(isCredential) == true
      if parameter.isSecret || isFromVariable || SecretName.isLikely(value: value) {
        secrets[parameter.name] = Secret(value)
      } else {
        values[parameter.name] = value
      }
    }
    self.values = values
    self.secrets = secrets
    self.secretArguments = secretArguments
  }

  /// The value of a parameter; nil when there is none of that name.
  func value(of name: String) -> String? { values[name] }

  /// Returns the value of a secret parameter.
  func secret(_ name: String) -> Secret? { secrets[name] }

  /// The values of all secret parameters.
  var allSecrets: [Secret] { Array(secrets.values) }
}

// MARK: Checkpoints

extension Scope {
  /// Restores a scope from a checkpoint.
  ///
  /// - Parameter secret: Returns the value of a secret parameter; nil where it is not set any more.
  /// - Throws: `Failure.unknownLane`, `.missingArgument`.
  init(
    _ record: Checkpoint.ScopeRecord, of releasefile: Releasefile,
    secret: (Checkpoint.SecretSource, LaneParameter) throws -> Secret?
  ) throws {
    values = record.values
    secretArguments = record.secrets.compactMapValues { if case .caller(let name) = $0 { name } else { nil } }
    guard let name = record.lane else {
      (lane, secrets) = (nil, [:])
      return
    }
    guard let lane = releasefile.lane(named: name) else {
      throw Failure.unknownLane(name, known: releasefile.lanes.map(\.name))
    }
    var secrets: [String: Secret] = [:]
    for (name, source) in record.secrets.sorted(by: { $0.key < $1.key }) {
      guard let parameter = lane.parameter(named: name) else { continue }
      guard let found = try secret(source, parameter) else {
        throw Failure.missingArgument(parameter, lane: lane.name)
      }
      secrets[name] = found
    }
    self.lane = lane
    self.secrets = secrets
  }

  /// The scope without its secrets.
  var record: Checkpoint.ScopeRecord {
    let sources = secrets.map { name, value -> (String, Checkpoint.SecretSource) in
      (name, value.exposed.isEmpty ? .none : secretArguments[name].map { .caller($0) } ?? .parameter)
    }
    return Checkpoint.ScopeRecord(
      lane: lane?.name, values: values, secrets: Dictionary(uniqueKeysWithValues: sources))
  }
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
