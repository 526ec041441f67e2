/// A Mustache template (github.com/mustache/spec), without the features that read other files or run code: partials,
/// inheritance and lambdas.
package struct Mustache {
  /// The escaping of characters with a meaning in HTML.
  package enum Escaping {
    case html, nothing
  }

  /// A piece of the text.
  enum Part {
    case text(ArraySlice<UInt8>)
    /// Not escaped where it is written as `{{{name}}}` or `{{&name}}`.
    case value(MustacheName, isEscaped: Bool)
    case section(MustacheName, MustacheCondition, [Part])
  }

  let parts: [Part]
  /// The names in the tags of values and sections, in the order of the text, and whether each is a section within another one of
  /// its name.
  package let uses: [(name: String, line: Int, isNested: Bool)]

  /// - Throws: `MustacheError`.
  package init(_ source: String) throws(MustacheError) {
    var parser = MustacheParser(source)
    parts = try parser.parts()
    uses = parser.uses
  }
}

/// The condition for rendering a section.
enum MustacheCondition {
  /// Once for each element of a list, and once for other values that are not false.
  case present
  /// Once for values that are false, empty or missing.
  case absent
}

/// A name between delimiters, split at its dots.
struct MustacheName: Equatable {
  let text: String
  /// The parts of the name; empty for `.`, the innermost value itself.
  let parts: [String]

  init(_ text: String) {
    self.text = text
    parts = text.split(separator: ".").map(String.init)
  }
}

/// The reason why a text is not a template, with its line.
package struct MustacheError: Error, Equatable, CustomStringConvertible {
  /// The message without the line.
  package let words: String
  package let line: Int

  package var description: String { "line \(line): \(words)" }
}
