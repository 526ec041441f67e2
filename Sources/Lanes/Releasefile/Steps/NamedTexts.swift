/// Names with one text each, in the order of the file.
package struct NamedTexts: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let name: String
    /// The byte range of the name.
    package let nameSpan: Range<Int>
    package let text: Template
    /// The byte range of the text.
    package let textSpan: Range<Int>
  }

  package let entries: [Entry]

  /// The texts by their names.
  package var byName: [String: Template] { Dictionary(entries.map { ($0.name, $0.text) }) { $1 } }

  /// Creates an empty list.
  package init() {
    entries = []
  }
}

extension NamedTexts: ParameterValue {
  package static var shape: ValueShape { .mapping }

  package init?(_ node: Node, decoder: inout StepDecoder) {
    guard let nodes = node.entries else {
      decoder.report(.wrongKind(expected: Self.expectation), at: node)
      return nil
    }
    entries = nodes.compactMap { entry in
      Template(entry.value, decoder: &decoder).map {
        Entry(name: entry.key, nameSpan: entry.keySpan, text: $0, textSpan: entry.value.span)
      }
    }
  }

  package var releasefileText: String? { nil }
}
