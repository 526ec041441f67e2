import MartletCore

/// One parameter of a step. The decoder, the checks, the manual and the schema are based on this declaration.
package struct Parameter<Owner>: Sendable {
  package enum Presence: Sendable {
    /// If omitted, the value is the one from the step's `init()`.
    case optional
    case required
  }

  /// The name in a Releasefile.
  package let name: String
  package let summary: String
  package let presence: Presence
  /// Whether its value can follow the step's keyword directly: `tag: v1`.
  package let isMain: Bool
  package let shape: ValueShape
  /// The default, as written in a Releasefile; nil when there is none.
  package let defaultText: String?
  let assign: @Sendable (inout Owner, Node, inout StepDecoder) -> Void
}

extension Parameter {
  /// Whether a mapping is one of its elements, not a mapping of parameters.
  var isListOfChecks: Bool { if case .list(.check) = shape { true } else { false } }
}

extension Parameter where Owner: Step {
  /// Creates a parameter that is stored in `property`.
  package init<Value: ParameterValue>(
    _ name: String, _ property: any WritableKeyPath<Owner, Value> & Sendable, _ summary: String,
    _ presence: Presence = .optional
  ) {
    self.init(name: name, property: property, summary: summary, presence: presence, isMain: false)
  }

  /// Creates the parameter whose value can follow the step's keyword directly.
  package static func main<Value: ParameterValue>(
    _ name: String, _ property: any WritableKeyPath<Owner, Value> & Sendable, _ summary: String,
    _ presence: Presence = .optional
  ) -> Parameter {
    Parameter(name: name, property: property, summary: summary, presence: presence, isMain: true)
  }

  private init<Value: ParameterValue>(
    name: String, property: any WritableKeyPath<Owner, Value> & Sendable, summary: String, presence: Presence,
    isMain: Bool
  ) {
    self.name = name
    self.summary = summary
    self.presence = presence
    self.isMain = isMain
    shape = Value.shape
    defaultText = presence == .required ? nil : Owner()[keyPath: property].releasefileText
    assign = { owner, node, decoder in
      if let value = Value(node, decoder: &decoder) { owner[keyPath: property] = value }
    }
  }
}
