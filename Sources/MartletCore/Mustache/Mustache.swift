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

  /// - Throws: `MustacheError`.
  package init(_ source: String) throws(MustacheError) {
    var parser = MustacheParser(source)
    parts = try parser.parts()
  }
}

extension Mustache {
  /// The use of a name in a tag.
  package struct Use {
    package let name: String
    package let line: Int
    package let isSection: Bool
    /// The names of the sections around it.
    package let sections: [String]
  }

  /// The names in the tags, in the order of the text.
  package var uses: [Use] { Self.uses(in: parts, within: []) }

  private static func uses(in parts: [Part], within sections: [String]) -> [Use] {
    parts.flatMap { part -> [Use] in
      switch part {
      case .text: []
      case .value(let name, _): [Use(name: name.text, line: name.line, isSection: false, sections: sections)]
      case .section(let name, _, let parts):
        [Use(name: name.text, line: name.line, isSection: true, sections: sections)]
          + uses(in: parts, within: sections + [name.text])
      }
    }
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
struct MustacheName {
  let text: String
  let line: Int
  /// The parts of the name; empty for `.`, the innermost value itself.
  let parts: [String]

  init(_ text: String, line: Int) {
    (self.text, self.line) = (text, line)
    parts = text.split(separator: ".").map(String.init)
  }
}

/// The reason why a text is not a template, with its line.
package struct MustacheError: Error, Equatable {
  package enum Problem: Equatable, Sendable {
    case unfinishedTag
    case unfinishedSection(String)
    /// The end of a section other than the innermost open one, which is the second value.
    case wrongEnd(String, expected: String?)
    case badName(String)
    case badDelimiters
    /// The sign of an unsupported tag.
    case unsupported(String)
    case tooDeep
  }

  package let problem: Problem
  package let line: Int
}

extension MustacheError: CustomStringConvertible {
  package var description: String { "line \(line): \(words)" }

  /// The message without the line.
  package var words: String {
    switch problem {
    case .unfinishedTag: "unclosed tag"
    case .unfinishedSection(let name): "the section `\(name)` has no end"
    case .wrongEnd(let name, let expected?): "found the end of section `\(name)`, expected the end of `\(expected)`"
    case .wrongEnd(let name, nil): "the end of section `\(name)` has no beginning"
    case .badName(let text): "`\(text)` is not a name, expected letters, digits, `.`, `-`, `_` and `?`"
    case .badDelimiters: "invalid delimiters, expected two as in `{{=<% %>=}}`"
    case .unsupported(let sign): "unsupported tag with `\(sign)`, expected a value, a section, a comment or delimiters"
    case .tooDeep: "more than \(MustacheParser.depthLimit) nested sections"
    }
  }
}
