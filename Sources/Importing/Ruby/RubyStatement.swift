/// A statement of a Ruby text, with the bytes that it stands in.
struct RubyStatement {
  indirect enum Kind {
    case value(RubyValue)
    case assignment(String, RubyValue)
    case branch(RubyBranch)
    /// What is not understood.
    case other
  }

  let kind: Kind
  let span: Range<Int>
}

/// `if` or `unless`, before or after what depends on it.
struct RubyBranch {
  let condition: RubyValue
  /// Whether it is an `unless`.
  let isNegated: Bool
  let body: [RubyStatement]
  let otherwise: [RubyStatement]
}

extension RubyStatement {
  /// Shows every value of the statement and of what is in it to `visit`, from the outside in.
  func forEachValue(_ visit: (RubyValue) -> Void) {
    switch kind {
    case .value(let value), .assignment(_, let value): value.forEach(visit)
    case .branch(let branch):
      branch.condition.forEach(visit)
      for statement in branch.body + branch.otherwise { statement.forEachValue(visit) }
    case .other: break
    }
  }
}
