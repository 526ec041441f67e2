import TextEditing

/// Why a structured text cannot be read.
package enum DocumentError: Error, Equatable, Sendable {
  /// The text is not of its format; the span is where that shows.
  case malformed(SourceText, at: Range<Int>, problem: String, hint: String?)
  case repeatedKey(String, SourceText, at: Range<Int>)
  case tooDeep(SourceText, at: Range<Int>)
  case tooLarge(SourceText)
}

extension DocumentError: ExplainedError {
  /// How deep values may stand in each other.
  static let greatestDepth = 64
  /// How many bytes a text may have: more than any person writes.
  static let greatestSize = 1 << 20

  package var failure: Failure {
    switch self {
    case .malformed(let source, let span, let problem, let hint):
      Failure([Diagnostic(problem, at: span, of: source, hint: hint)])
    case .repeatedKey(let key, let source, let span):
      Failure([Diagnostic("a second value for `\(key)`, expected one", at: span, of: source)])
    case .tooDeep(let source, let span):
      Failure([Diagnostic("deeper than \(Self.greatestDepth) levels", at: span, of: source)])
    case .tooLarge(let source):
      Failure("`\(source.path)` is \(source.bytes.count) bytes long, expected at most \(Self.greatestSize)")
    }
  }
}
