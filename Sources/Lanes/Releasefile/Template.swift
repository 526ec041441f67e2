/// A text with names in it: `Version ${version}`. `$$` is a dollar sign; nothing else is special. The value of a name
/// is never parsed as a template.
package struct Template: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case text(String)
    case name(String)
  }

  /// As it was written.
  package let source: String
  let segments: [Segment]

  /// - Throws: `TemplateError` for a `${` without its `}`, or without a name.
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

  /// The names in the text, in order.
  package var names: [String] {
    segments.compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  /// The text, if it contains no names.
  package var literal: String? { names.isEmpty ? resolved { $0 } : nil }

  /// The name, if the template is exactly one name; nil for other templates.
  var onlyName: String? {
    if case .name(let name) = segments.first, segments.count == 1 { name } else { nil }
  }

  /// Returns the text with every name replaced by its `value`.
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

/// The reason why a text is not a template.
package enum TemplateError: Error, Equatable, Sendable {
  case unclosed
  case empty
}

extension TemplateError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unclosed: "`${` without a closing `}`, expected `${name}`, or `$$` for a dollar sign"
    case .empty: "`${}` without a name, expected `${name}`, or `$$` for a dollar sign"
    }
  }
}

extension Template: ExpressibleByStringLiteral {
  /// Creates a template from a literal in Martlet's sources; an invalid template becomes plain text.
  package init(stringLiteral value: String) {
    do {
      try self.init(value)
    } catch {
      self.init(text: value)
    }
  }

  /// Creates a template of the literal `text`, including its dollar signs.
  package init(text: String) {
    source = text
    segments = text.isEmpty ? [] : [.text(text)]
  }
}
