import TextEditing

/// The way to a value of a configuration: `Server.Port` is `Port` in the dictionary `Server`.
package struct ConfigurationKey: Hashable, Sendable {
  /// From the outermost dictionary on, never empty.
  package let components: [String]

  package init(_ components: [String]) {
    self.components = components
  }

  /// - Returns: nil when a part between two dots is empty.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    components = parts
  }

  /// This way, and on to `component`.
  package func appending(_ component: String) -> ConfigurationKey { ConfigurationKey(components + [component]) }
}

extension ConfigurationKey: CustomStringConvertible {
  package var description: String { components.joined(separator: ".") }
}

extension ConfigurationKey: Comparable {
  /// Orders by bytes, one part after the other.
  package static func < (left: ConfigurationKey, right: ConfigurationKey) -> Bool {
    left.components.lexicographicallyPrecedes(right.components) { $0.precedesInBytes($1) }
  }
}
