/// An error in a structured text.
package enum DocumentError: Error, Equatable, Sendable {
  /// The text violates its format; the span is the place of the error.
  case malformed(SourceText, at: Range<Int>, problem: String, hint: String?)
  case repeatedKey(String, SourceText, at: Range<Int>)
  case tooDeep(SourceText, at: Range<Int>)
  case tooLarge(SourceText)
}

extension DocumentError: ExplainedError {
  /// The greatest nesting of values.
  static let greatestDepth = 64
  /// The maximum size of a text in bytes, above any text written by hand.
  static let greatestSize = 1 << 20

  package var failure: Failure {
    switch self {
    case .malformed(let source, let span, let problem, let hint):
      Failure([Diagnostic(problem, at: span, of: source, hint: hint)])
    case .repeatedKey(let key, let source, let span):
      Failure([Diagnostic("a second value for `\(key)`, expected one", at: span, of: source)])
    case .tooDeep(let source, let span):
      Failure([Diagnostic("more than \(Self.greatestDepth) levels deep", at: span, of: source)])
    case .tooLarge(let source):
      Failure("`\(source.path)` is \(source.bytes.count) bytes long, expected at most \(Self.greatestSize)")
    }
  }
}
