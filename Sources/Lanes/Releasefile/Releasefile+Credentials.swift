extension Releasefile {
  /// The variables that the file names for tokens, passwords, addresses of webhooks and secret parameters. Those of
  /// well-known tokens are not among them.
  package var credentialVariables: Set<String> {
    let steps = lanes.flatMap { $0.steps + $0.lifeCycle.steps } + lifeCycle.steps
    let names =
      [forge.tokenVariable] + channels.map(\.secretVariable)
      + steps.flatMap(\.withNestedSteps).flatMap(\.step.credentialVariables).map(\.literal)
      + lanes.flatMap(\.parameters).filter(\.isSecret).map(\.variable)
    return Set(names.compactMap(\.self))
  }
}
