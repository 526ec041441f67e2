import Lanes

/// A secret of a configuration. Its description contains only its length and its source.
package struct ConfigurationSecret: Sendable {
  package let declaration: SecretDeclaration
  /// Nil when it is not set, or its command has not run yet.
  package let value: Secret?

  /// Whether `value` is only a placeholder for the output of a command during a run.
  package let isPlaceholder: Bool

  package init(_ declaration: SecretDeclaration, _ value: Secret?) {
    self.declaration = declaration
    self.value = value
    isPlaceholder = false
  }

  /// A secret in a preview: its command does not run.
  package init(placeholderFor declaration: SecretDeclaration) {
    self.declaration = declaration
    value = Secret("(known during the run)")
    isPlaceholder = true
  }
}

extension ConfigurationSecret: CustomStringConvertible {
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
