/// A value of a structured text, with the range of its bytes.
package struct DocumentValue: Sendable, Equatable {
  package indirect enum Content: Sendable, Equatable {
    /// A text according to its format.
    case text(String)
    /// A whole number, a date, `true` or `null`, or a number whose spelling shows its kind, as written.
    case word(String)
    /// A number that may have a fraction, in any spelling.
    case real(String)
    /// Bytes in Base64.
    case data(String)
    case list([DocumentValue])
    case table(Table)
  }

  package var content: Content
  package let span: Range<Int>

  package init(_ content: Content, span: Range<Int>) {
    self.content = content
    self.span = span
  }

  package var text: String? { if case .text(let text) = content { text } else { nil } }
  package var isTrue: Bool { if case .word("true") = content { true } else { false } }
  package var elements: [DocumentValue] { if case .list(let elements) = content { elements } else { [] } }
  package var entries: [Entry] { if case .table(let table) = content { table.entries } else { [] } }

  /// The value at `key`.
  package subscript(key: String) -> DocumentValue? {
    if case .table(let table) = content { table[key] } else { nil }
  }

  /// A key with its range, and its value.
  package struct Entry: Sendable, Equatable {
    package let key: String
    package let keySpan: Range<Int>
    package fileprivate(set) var value: DocumentValue
  }

  /// Keys with values, each key once.
  package struct Table: Sendable, Equatable {
    /// In the order of the text.
    package private(set) var entries: [Entry] = []
    private var positions: [String: Int] = [:]

    package init() {}

    package subscript(key: String) -> DocumentValue? { positions[key].map { entries[$0].value } }

    /// Adds `value` at `key`, unless the key exists.
    ///
    /// - Returns: Whether it was added.
    package mutating func append(_ key: String, at keySpan: Range<Int>, _ value: DocumentValue) -> Bool {
      guard positions[key] == nil else { return false }
      positions[key] = entries.count
      entries.append(Entry(key: key, keySpan: keySpan, value: value))
      return true
    }

    /// Changes the value at `key` in place.
    ///
    /// - Returns: nil if the key does not exist.
    mutating func change<Result>(_ key: String, _ body: (inout DocumentValue) -> Result) -> Result? {
      guard let position = positions[key] else { return nil }
      return body(&entries[position].value)
    }
  }
}
