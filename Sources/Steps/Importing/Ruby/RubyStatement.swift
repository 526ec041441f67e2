import MartletCore

/// A statement of a Ruby text, with its byte range.
struct RubyStatement {
  indirect enum Kind {
    case value(RubyValue)
    case assignment(String, RubyValue)
    case branch(RubyBranch)
    case definition(RubyDefinition)
    case attempt(RubyAttempt)
    /// A statement that could not be parsed.
    case other
  }

  let kind: Kind
  let span: Range<Int>
}

/// An `if` or `unless`, before or after its body.
struct RubyBranch {
  let condition: RubyValue
  /// Whether it is an `unless`.
  let isNegated: Bool
  let body: [RubyStatement]
  let otherwise: [RubyStatement]
}

/// `begin … rescue … ensure … end`.
struct RubyAttempt {
  /// A `rescue` or the `ensure`.
  struct Handler {
    let statements: [RubyStatement]
    let span: Range<Int>
    let isRescue: Bool
  }

  let body: [RubyStatement]
  let handlers: [Handler]
}

/// `def name(parameter, keyword:)`.
struct RubyDefinition {
  struct Parameter {
    let name: String
    let isKeyword: Bool
    let defaultValue: RubyValue?
  }

  let name: String
  /// Nil if a parameter collects several arguments, or a block.
  let parameters: [Parameter]?
  let body: [RubyStatement]
}

extension RubyStatement {
  /// Calls `visit` with every value of the statement and its nested statements, outer values first. The body of a method does
  /// not run where it is defined.
  func forEachValue(_ visit: (RubyValue) -> Void) {
    switch kind {
    case .value(let value), .assignment(_, let value): value.forEach(visit)
    case .branch(let branch):
      branch.condition.forEach(visit)
      for statement in branch.body + branch.otherwise { statement.forEachValue(visit) }
    case .attempt(let attempt):
      for statement in attempt.body + attempt.handlers.flatMap(\.statements) { statement.forEachValue(visit) }
    case .definition, .other: break
    }
  }
}
