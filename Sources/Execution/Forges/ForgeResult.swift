import MartletCore

/// The outcome of a request to a forge.
package enum ForgeResult<Value: Sendable>: Sendable {
  case done(Value)
  /// The forge does not have it, or does not show it to this token.
  case notFound(Failure)
  /// The tag or the name is already used, by this run or another user: the caller reads and compares.
  case taken(Failure)
  /// The forge requires a wait above the limit.
  case limited(seconds: Int, Failure)
  /// The request may have been performed, and its answer was lost: the caller has to read before it sends again.
  case maybeDone(Failure)
  /// The forge refused the request, could not be reached, or answered with something else; nothing was done.
  case refused(Failure)

  /// Why it is not done; nil if it is.
  package var failure: Failure? {
    switch self {
    case .done: nil
    case .notFound(let failure), .taken(let failure), .limited(_, let failure), .maybeDone(let failure),
      .refused(let failure):
      failure
    }
  }

  /// The value, if it is done.
  package func get() throws(Failure) -> Value {
    switch self {
    case .done(let value): return value
    case .notFound(let failure), .taken(let failure), .limited(_, let failure), .maybeDone(let failure),
      .refused(let failure):
      throw failure
    }
  }

  /// The same outcome with another value.
  package func map<Other>(_ transform: (Value) -> Other) -> ForgeResult<Other> {
    flatMap { .done(transform($0)) }
  }

  /// The result of `next` if this result is `done`; otherwise this result.
  package func flatMap<Other>(_ next: (Value) -> ForgeResult<Other>) -> ForgeResult<Other> {
    switch self {
    case .done(let value): next(value)
    case .notFound(let failure): .notFound(failure)
    case .taken(let failure): .taken(failure)
    case .limited(let seconds, let failure): .limited(seconds: seconds, failure)
    case .maybeDone(let failure): .maybeDone(failure)
    case .refused(let failure): .refused(failure)
    }
  }
}

extension ForgeResult: Equatable where Value: Equatable {}
