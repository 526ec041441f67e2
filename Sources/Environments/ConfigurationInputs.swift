import Lanes
import MartletCore

/// Everything that a configuration is read from.
package struct ConfigurationInputs {
  package let declaration: EnvironmentsDeclaration
  /// The Releasefile, for the places of its declarations; nil without one.
  package let releasefile: SourceText?
  package let files: any FileReading
  package let variables: StepEnvironment
  /// Whether git ignores a file.
  package let isIgnored: (RelativePath) throws -> Bool

  /// Creates the inputs from `draft`; nil when its Releasefile declares no environments.
  package init?(_ draft: Draft) {
    guard let declaration = draft.releasefile.environments else { return nil }
    self.declaration = declaration
    releasefile = draft.releasefile.source
    files = draft
    variables = draft.workspace.environment
    isIgnored = draft.workspace.isIgnored
  }

  /// Creates the inputs of an unwritten Releasefile; `files` contains it and everything that it names.
  package init(_ declaration: EnvironmentsDeclaration, of releasefile: SourceText, in files: any FileReading) {
    self.declaration = declaration
    self.releasefile = releasefile
    self.files = files
    variables = [:]
    isIgnored = { _ in false }
  }

  /// Returns the place of `span` in the Releasefile.
  func place(of span: Range<Int>) -> Place? { releasefile.map { $0.place(at: span.lowerBound) } }
}
