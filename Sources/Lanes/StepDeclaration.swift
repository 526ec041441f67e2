import TextEditing

/// A step as it stands in a lane.
package struct StepDeclaration: Sendable {
  package let step: any Step
  /// Where its word stands; nil for a step that no file declares, as that of `martlet bump`.
  package let span: Range<Int>?
  /// The source that `span` is of.
  package let source: SourceText?
  /// What the report calls it instead of its word.
  package var name: String?
  /// What `${steps.ID.…}` calls it.
  package var id: String?
  /// When it is done; nil: always.
  package var condition: Condition?

  package init(_ step: any Step, span: Range<Int>? = nil, source: SourceText? = nil) {
    self.step = step
    self.span = span
    self.source = source
  }

  /// The step's word.
  package var keyword: String { type(of: step).keyword }

  /// What the report calls it.
  package var title: String { name ?? keyword }

  /// Where its word stands.
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
