import Lanes
import TextEditing

/// All that a configuration is read from.
package struct ConfigurationInputs {
  package let declaration: EnvironmentsDeclaration
  /// The Releasefile, for the places of what it declares; nil when none does.
  package let releasefile: SourceText?
  package let files: any FileReading
  /// The variables of the process.
  package let variables: [String: String]
  /// Whether git leaves a file out.
  package let isIgnored: (RelativePath) throws -> Bool

  /// What `draft` knows; nil when its Releasefile declares no environments.
  package init?(_ draft: Draft) {
    guard let declaration = draft.releasefile.environments else { return nil }
    self.declaration = declaration
    releasefile = draft.releasefile.source
    files = draft
    variables = draft.workspace.environment
    isIgnored = draft.workspace.isIgnored
  }

  /// Those of a Releasefile that is not written yet: `files` has it and everything that it names.
  package init(_ declaration: EnvironmentsDeclaration, of releasefile: SourceText, in files: any FileReading) {
    self.declaration = declaration
    self.releasefile = releasefile
    self.files = files
    variables = [:]
    isIgnored = { _ in false }
  }

  /// Where the Releasefile says something.
  func place(of span: Range<Int>) -> Place? { releasefile.map { $0.place(at: span.lowerBound) } }
}
