/// What a value of a configuration must be, where the values do not tell by themselves.
package struct TypeDeclaration: Sendable, Equatable {
  package indirect enum Kind: Sendable, Hashable {
    case bool, int, double, string, url, date, data
    /// One of these words.
    case choice([String])
    case list(Kind)

    /// The kind that is spelled `Int` or `[URL]`; nil when it is none.
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

    /// The words that a Releasefile may use, beside `choice`.
    package static let names = named.map(\.name)
  }

  package let key: ConfigurationKey
  package var kind: Kind?
  package var isOptional = false
  /// What it is where no layer says it.
  package var defaultValue: Node?
  package let span: Range<Int>

  package init(_ key: ConfigurationKey, _ kind: Kind?, span: Range<Int> = 0..<0) {
    self.key = key
    self.kind = kind
    self.span = span
  }
}
