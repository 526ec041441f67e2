import MartletCore

/// The steps and formats that a Releasefile can use.
package struct Vocabulary: Sendable {
  package let steps: StepCatalogue
  /// The manifest formats, in the order of the reference.
  package let formats: [FormatDeclaration]
  /// The checks before every lane that commits or tags.
  package let defaultChecks: [StepDeclaration]

  package init(steps: StepCatalogue, formats: [FormatDeclaration], defaultChecks: [StepDeclaration] = []) {
    self.steps = steps
    self.formats = formats
    self.defaultChecks = defaultChecks
  }
}

/// A manifest format in a Releasefile.
package struct FormatDeclaration: Sendable {
  package let keyword: String
  package let options: [ManifestOption]

  package init(_ keyword: String, options: [ManifestOption]) {
    self.keyword = keyword
    self.options = options
  }
}
