/// The arguments of an action that have not been translated yet.
struct ActionArguments {
  private(set) var rest: [RubyArgument]
  /// The argument that was taken last.
  private(set) var last: RubyArgument?

  init(_ call: RubyCall) {
    rest = call.arguments
  }

  func has(_ name: String) -> Bool { rest.contains { $0.name == name } }

  /// Adds an argument that another file has.
  mutating func add(_ name: String, _ value: RubyValue) {
    rest.append(RubyArgument(name: name, value: value, span: 0..<0))
  }

  /// Removes and returns the value of the argument `name`.
  mutating func take(_ name: String) -> RubyValue? {
    take(rest.firstIndex { $0.name == name })
  }

  /// Removes and returns the next positional value.
  mutating func takeFirst() -> RubyValue? {
    take(rest.firstIndex { $0.name == nil })
  }

  private mutating func take(_ index: Int?) -> RubyValue? {
    guard let index else { return nil }
    last = rest.remove(at: index)
    return last?.value
  }

  /// Removes the arguments `names` with all their values.
  mutating func ignore(_ names: [String]) {
    rest.removeAll { argument in names.contains { $0 == argument.name } }
  }

  /// Removes the arguments `names`, which have no effect on what Martlet does.
  mutating func drop(_ names: String...) {
    rest.removeAll { argument in names.contains { $0 == argument.name } && argument.value.isPlain }
  }

  /// Removes the arguments `names` if they are `false` or `nil`, as fastlane's defaults.
  mutating func dropFalse(_ names: String...) {
    rest.removeAll { argument in names.contains { $0 == argument.name } && argument.value.isFalseOrNil }
  }
}

extension RubyValue {
  /// Whether it is a condition, and not a plain value.
  var isComparison: Bool {
    switch self {
    case .not: true
    case .operation(let sign, _, let right): sign != "+" && sign != "?" || sign == "?" && right.isFlagChoice
    case .call(let call): ["empty?", "nil?", "is_ci", "is_ci?"].contains(call.name)
    case .string, .symbol, .literal, .list, .element, .unknown: false
    }
  }

  private var isFlagChoice: Bool {
    if case .operation(":", .literal("true"), .literal("false")) = self { true } else { false }
  }

  var isFalseOrNil: Bool {
    switch self {
    case .literal("false"), .literal("nil"): true
    default: false
    }
  }

  /// Whether it is a literal, or a list of literals.
  var isLiteral: Bool {
    switch self {
    case .list(let values): values.allSatisfy(\.isLiteral)
    case .literal: true
    default: text != nil
    }
  }

  /// Whether it is an environment variable.
  var isOfEnvironment: Bool {
    if case .element(let base, let key) = self { base.bareName == "ENV" && key.text != nil } else { false }
  }

  /// Whether it is a literal or a name.
  var isPlain: Bool {
    text != nil || bareName != nil || { if case .literal = self { true } else { false } }()
  }
}
