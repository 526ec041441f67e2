import TextEditing

/// Something that is wrong with a step as it is declared, whatever the project is like.
package struct StepMistake {
  let error: any ExplainedError
  /// Where it stands; nil: where the step's word does.
  let span: Range<Int>?
  /// Whether its line holds what must not be seen.
  package var isConfidential = false

  package init(_ error: any ExplainedError, at span: Range<Int>? = nil) {
    self.error = error
    self.span = span
  }
}
