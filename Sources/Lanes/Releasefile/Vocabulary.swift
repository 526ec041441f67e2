import MartletCore

/// The steps and formats that a Releasefile can use.
package struct Vocabulary: Sendable {
  package let steps: StepCatalogue
  /// The manifest formats, in the order of the reference.
  package let formats: [FormatDeclaration]

  package init(steps: StepCatalogue, formats: [FormatDeclaration]) {
    self.steps = steps
    self.formats = formats
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
