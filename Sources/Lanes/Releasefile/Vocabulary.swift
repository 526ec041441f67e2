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
  /// An option of the format.
  package struct Option: Sendable {
    package let name: String
    package let isRequired: Bool
    /// Whether it is a list of texts; a single text counts as a list of one.
    package let isList: Bool

    package init(_ name: String, isRequired: Bool, isList: Bool) {
      self.name = name
      self.isRequired = isRequired
      self.isList = isList
    }
  }

  package let keyword: String
  package let options: [Option]

  package init(_ keyword: String, options: [Option]) {
    self.keyword = keyword
    self.options = options
  }
}
