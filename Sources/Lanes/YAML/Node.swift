import MartletCore

/// A value of a Releasefile with its byte range. Every scalar is text: `1.10` stays `1.10`, `no` stays `no`.
package struct Node: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case scalar(String)
    case sequence([Node])
    /// Pairs in the order of the file, no key twice.
    case mapping([Entry])
    /// A key without a value.
    case nothing
  }

  /// A key, always a scalar, and its value.
  package struct Entry: Hashable, Sendable {
    package let key: String
    package let keySpan: Range<Int>
    package let value: Node
  }

  package let content: Content
  /// Offsets into the Releasefile: of the scalar itself, or of the first byte of a collection.
  package let span: Range<Int>

  package init(_ content: Content, span: Range<Int>) {
    self.content = content
    self.span = span
  }
}

extension Node {
  /// The kind of value for messages: `a list`.
  package var kind: String {
    switch content {
    case .scalar: "text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .nothing: "nothing"
    }
  }

  /// The description of the value for messages: a short text itself, or the kind of other values.
  var found: String {
    guard let text, !text.isEmpty, text.count <= 40, !text.contains(where: \.isNewline) else { return kind }
    return "`\(text)`"
  }

  /// The text of a scalar; nil for other values.
  package var text: String? {
    if case .scalar(let text) = content { text } else { nil }
  }

  /// The pairs of a mapping; empty for a key without a value; nil for other values.
  package var entries: [Entry]? {
    switch content {
    case .mapping(let entries): entries
    case .nothing: []
    case .scalar, .sequence: nil
    }
  }

  /// The values of a list; empty for a key without a value; nil for other values.
  package var elements: [Node]? {
    switch content {
    case .sequence(let nodes): nodes
    case .nothing: []
    case .scalar, .mapping: nil
    }
  }
}
