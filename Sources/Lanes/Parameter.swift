import TextEditing

/// One parameter of a step: this declaration feeds the decoder, the check, the manual and the schema.
package struct Parameter<Owner>: Sendable {
  package enum Presence: Sendable {
    /// Left out, it is what the step's `init()` says.
    case optional
    case required
  }

  /// As it stands in a Releasefile.
  package let name: String
  package let summary: String
  package let presence: Presence
  /// Whether it may stand beside the step's word: `tag: v1`.
  package let isMain: Bool
  package let shape: ValueShape
  /// What it is when left out, as it would be written; nil when there is nothing to write.
  package let defaultText: String?
  let assign: @Sendable (inout Owner, Node, inout StepDecoder) -> Void
}

extension Parameter where Owner: Step {
  /// A parameter that is kept at `property`.
  package init<Value: ParameterValue>(
    _ name: String, _ property: any WritableKeyPath<Owner, Value> & Sendable, _ summary: String,
    _ presence: Presence = .optional
  ) {
    self.init(name: name, property: property, summary: summary, presence: presence, isMain: false)
  }

  /// The parameter that may stand beside the step's word.
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
