import TextEditing

/// Something that is wrong with a step as it is declared, whatever the project is like.
package struct StepMistake {
  let failure: Failure
  /// Where it stands; nil: where the step's word does.
  let span: Range<Int>?
  /// Whether its line holds what must not be seen.
  package var isConfidential = false

  package init(_ failure: Failure, at span: Range<Int>? = nil) {
    self.failure = failure
    self.span = span
  }
}
