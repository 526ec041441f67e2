import MartletCore

/// A step as it is in a lane.
package struct StepDeclaration: Sendable {
  package let step: any Step
  /// The byte range of its keyword; nil for a step without a declaration, as in `martlet bump`.
  package let span: Range<Int>?
  /// The file of `span`.
  package let source: SourceText?
  /// The name in reports, instead of its keyword.
  package var name: String?
  /// The id for `${steps.ID.…}`.
  package var id: String?
  /// The condition for running it; nil: always.
  package var condition: Condition?

  package init(_ step: any Step, span: Range<Int>? = nil, source: SourceText? = nil) {
    self.step = step
    self.span = span
    self.source = source
  }

  /// The step's keyword.
  package var keyword: String { type(of: step).keyword }

  /// The name of the step in reports.
  package var title: String { name ?? keyword }

  /// The step and the steps within it, in order.
  package var withNestedSteps: [StepDeclaration] { [self] + step.nestedSteps.flatMap(\.withNestedSteps) }

  /// The place of its keyword.
  package var place: Place? {
    guard let span, let source else { return nil }
    return source.place(at: span.lowerBound)
  }
}

extension StepDeclaration: Equatable {
  package static func == (left: StepDeclaration, right: StepDeclaration) -> Bool {
    func isEqual<S: Step>(_ step: S) -> Bool { (right.step as? S) == step }
    return isEqual(left.step) && left.span == right.span && left.name == right.name && left.id == right.id
      && left.condition == right.condition
  }
}
