/// The declared type of a configuration value.
package struct TypeDeclaration: Sendable, Equatable {
  package indirect enum Kind: Sendable, Hashable {
    case bool, int, double, string, url, date, data
    /// One of these words.
    case choice([String])
    case list(Kind)

    /// Parses a kind such as `Int` or `[URL]`; returns nil for other texts.
    package init?(_ text: String) {
      if text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count <= 64 {
        guard let element = Kind(String(text.dropFirst().dropLast())) else { return nil }
        self = .list(element)
      } else {
        guard let kind = Self.named.first(where: { $0.name == text })?.kind else { return nil }
        self = kind
      }
    }

    private static let named: [(name: String, kind: Kind)] = [
      ("Bool", .bool), ("Int", .int), ("Double", .double), ("String", .string), ("URL", .url), ("Date", .date),
      ("Data", .data),
    ]

    /// The kinds that a Releasefile can name, in addition to `choice`.
    package static let names = named.map(\.name)
  }

  package let key: ConfigurationKey
  package var kind: Kind?
  package var isOptional = false
  /// The value if no layer sets it.
  package var defaultValue: Node?
  package let span: Range<Int>

  package init(_ key: ConfigurationKey, _ kind: Kind?, span: Range<Int> = 0..<0) {
    self.key = key
    self.kind = kind
    self.span = span
  }
}
