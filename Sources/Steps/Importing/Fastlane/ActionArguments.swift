/// The arguments of an action that have not been translated yet.
struct ActionArguments {
  private(set) var rest: [RubyArgument]

  init(_ call: RubyCall) {
    rest = call.arguments
  }

  /// Removes and returns the value of the argument `name`.
  mutating func take(_ name: String) -> RubyValue? {
    guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
    return rest.remove(at: index).value
  }

  /// Removes and returns the next positional value.
  mutating func takeFirst() -> RubyValue? {
    guard let index = rest.firstIndex(where: { $0.name == nil }) else { return nil }
    return rest.remove(at: index).value
  }
}

extension LaneTranslator {
  /// Returns a comment for every argument that was not translated.
  mutating func leftOver(_ arguments: ActionArguments) -> [YAMLItem] {
    arguments.rest.map { leftOut($0.span) }
  }
}
