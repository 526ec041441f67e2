import MartletCore

/// The key path of a configuration value: `Server.Port` is `Port` in the dictionary `Server`.
package struct ConfigurationKey: Hashable, Sendable {
  /// From the outermost dictionary inwards, never empty.
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

  /// Returns this key path with `component` appended.
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
