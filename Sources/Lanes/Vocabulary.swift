/// All words that a Releasefile may use beyond those of its own grammar.
package struct Vocabulary: Sendable {
  package let steps: StepCatalogue
  /// The formats of manifests, in the order of the reference.
  package let formats: [FormatDeclaration]

  package init(steps: StepCatalogue, formats: [FormatDeclaration]) {
    self.steps = steps
    self.formats = formats
  }
}

/// A format of manifests as a Releasefile names it.
package struct FormatDeclaration: Sendable {
  /// A key that may stand below the format's word.
  package struct Option: Sendable {
    package let name: String
    package let isRequired: Bool
    /// Whether it is a list of texts; one text alone is a list of one.
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
