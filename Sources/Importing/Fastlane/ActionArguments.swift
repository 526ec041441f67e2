/// The arguments of an action, and which of them have not been looked at yet.
struct ActionArguments {
  private(set) var rest: [RubyArgument]

  init(_ call: RubyCall) {
    rest = call.arguments
  }

  /// The value of the argument called `name`.
  mutating func take(_ name: String) -> RubyValue? {
    guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
    return rest.remove(at: index).value
  }

  /// The next value that goes by its position.
  mutating func takeFirst() -> RubyValue? {
    guard let index = rest.firstIndex(where: { $0.name == nil }) else { return nil }
    return rest.remove(at: index).value
  }
}

extension LaneTranslator {
  /// A comment for every argument that nothing was made of.
  mutating func leftOver(_ arguments: ActionArguments) -> [YAMLItem] {
    arguments.rest.map { leftOut($0.span) }
  }
}
