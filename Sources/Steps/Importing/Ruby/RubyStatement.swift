import MartletCore

/// A statement of a Ruby text, with its byte range.
struct RubyStatement {
  indirect enum Kind {
    case value(RubyValue)
    case assignment(String, RubyValue)
    case branch(RubyBranch)
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

extension RubyStatement {
  /// The names of all calls in it, with whether they have a receiver. If a part of it could not be parsed, every word of
  /// its text counts as a call.
  func callNames(in source: SourceText) -> [(name: String, hasReceiver: Bool)] {
    guard isParsed else {
      return source.string(at: span).split { !($0 == "_" || $0.isLetter || $0.isNumber) }.map { (String($0), false) }
    }
    var names: [(name: String, hasReceiver: Bool)] = []
    forEachValue { value in
      if case .call(let call) = value { names.append((call.name, call.receiver != nil)) }
    }
    return names
  }

  private var isParsed: Bool {
    var isParsed = true
    forEachValue { value in
      if case .unknown = value { isParsed = false }
    }
    return isParsed && !hasOtherStatement
  }

  /// Whether it, or a statement of its branches, could not be parsed.
  private var hasOtherStatement: Bool {
    switch kind {
    case .other: true
    case .value, .assignment: false
    case .branch(let branch): (branch.body + branch.otherwise).contains { $0.hasOtherStatement }
    }
  }

  /// Calls `visit` with every value of the statement and its nested statements, outer values first.
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
