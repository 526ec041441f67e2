import Lanes

/// A secret of a configuration. What it says of itself is how long it is and where it comes from.
package struct HeldSecret: Sendable {
  package let declaration: SecretDeclaration
  /// Nil when it is not set, or its program has not been asked.
  package let value: Secret?

  /// Whether `value` only takes the place of what a program prints during a run.
  package let isPlaceholder: Bool

  package init(_ declaration: SecretDeclaration, _ value: Secret?) {
    self.declaration = declaration
    self.value = value
    isPlaceholder = false
  }

  /// A secret of a plan that is only shown: its program does not run.
  package init(placeholderFor declaration: SecretDeclaration) {
    self.declaration = declaration
    value = Secret("(known during the run)")
    isPlaceholder = true
  }
}

extension HeldSecret: CustomStringConvertible {
  /// Such as `<secret, 32 bytes, from API_KEY>`.
  package var description: String {
    let source = declaration.source
    guard let value else {
      if case .command = source { return "<secret, from \(source)>" }
      return "<secret, not set, from \(source)>"
    }
    return "<secret, \(value.exposed.utf8.count) bytes, from \(source)>"
  }
}

extension SecretDeclaration.Source: CustomStringConvertible {
  package var description: String {
    switch self {
    case .variable(let name): name
    case .file(let path): path.string
    case .command(let words): "`\(words.first ?? "")`"
    }
  }
}
