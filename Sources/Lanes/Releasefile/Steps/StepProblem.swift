import MartletCore

/// A problem with the declaration of a step, regardless of the project.
package struct StepProblem {
  let failure: Failure
  /// The byte range of the problem; nil: that of the step's keyword.
  let span: Range<Int>?
  /// Whether its line contains a secret.
  package var isConfidential = false

  package init(_ failure: Failure, at span: Range<Int>? = nil) {
    self.failure = failure
    self.span = span
  }
}
