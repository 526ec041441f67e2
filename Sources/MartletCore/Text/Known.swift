/// The answer of another machine or program. A read that failed is not the answer that there is nothing.
package enum Known<Value: Sendable>: Sendable {
  case value(Value)
  /// It was read, and there is none.
  case none
  /// It could not be read, for this reason.
  case unknown(Failure)
}
