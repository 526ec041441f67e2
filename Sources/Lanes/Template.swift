/// A text with names in it: `Version ${version}`. `$$` is a dollar; nothing else is special, and what a name stands
/// for is never read again as a template.
package struct Template: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case text(String)
    case name(String)
  }

  /// As it was written.
  package let source: String
  let segments: [Segment]

  /// - Throws: `TemplateError` for a `${` without its `}`, or with nothing in it.
  package init(_ source: String) throws(TemplateError) {
    self.source = source
    var segments: [Segment] = []
    var text = ""
    var rest = source[...]
    while let dollar = rest.firstIndex(of: "$") {
      text.append(contentsOf: rest[..<dollar])
      rest = rest[rest.index(after: dollar)...]
      if rest.first == "$" {
        text += "$"
        rest = rest.dropFirst()
      } else if rest.first == "{" {
        guard let end = rest.firstIndex(of: "}") else { throw .unclosed }
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        guard !name.isEmpty else { throw .empty }
        segments += text.isEmpty ? [.name(name)] : [.text(text), .name(name)]
        text = ""
        rest = rest[rest.index(after: end)...]
      } else {
        text += "$"
      }
    }
    text.append(contentsOf: rest)
    if !text.isEmpty { segments.append(.text(text)) }
    self.segments = segments
  }

  /// The names in it, in order.
  package var names: [String] {
    segments.compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  /// The text, when no name is in it.
  package var literal: String? { names.isEmpty ? resolved { $0 } : nil }

  /// The name that it is, and nothing but it; nil for any other template.
  var onlyName: String? {
    if case .name(let name) = segments.first, segments.count == 1 { name } else { nil }
  }

  /// The text with every name replaced by what `value` answers.
  package func resolved<E: Error>(_ value: (String) throws(E) -> String) throws(E) -> String {
    var result = ""
    for segment in segments {
      switch segment {
      case .text(let text): result += text
      case .name(let name): result += try value(name)
      }
    }
    return result
  }
}

/// Why a text is no template.
package enum TemplateError: Error, Equatable, Sendable {
  case unclosed
  case empty
}

extension TemplateError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unclosed: "`${` without its `}`, expected `${name}`, or `$$` for a dollar"
    case .empty: "`${}` without a name in it, expected `${name}`, or `$$` for a dollar"
    }
  }
}

extension Template: ExpressibleByStringLiteral {
  /// A template of ours; a mistake in it is text.
  package init(stringLiteral value: String) {
    do {
      try self.init(value)
    } catch {
      self.init(text: value)
    }
  }

  /// `text` as it is, dollars and all.
  package init(text: String) {
    source = text
    segments = text.isEmpty ? [] : [.text(text)]
  }
}
