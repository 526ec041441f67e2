/// A text with places for values, as the Mustache specification has it (github.com/mustache/spec), without what leads out of
/// the text or runs code: partials, inheritance and lambdas.
package struct Mustache {
  /// What becomes of the characters of a value that HTML gives a meaning.
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

/// When a section is there.
enum MustacheCondition {
  /// Once for each element of a list, and for anything else that is not false.
  case present
  /// For what is false, empty or not there.
  case absent
}

/// A name between delimiters, taken apart at its dots.
struct MustacheName: Equatable {
  let text: String
  /// Empty for `.`, which is the innermost value itself.
  let parts: [String]

  init(_ text: String) {
    self.text = text
    parts = text.split(separator: ".").map(String.init)
  }
}

/// Why a text is no template, and in which line.
package struct MustacheError: Error, Equatable {
  package enum Problem: Equatable, Sendable {
    case unfinishedTag
    case unfinishedSection(String)
    /// The end of a section that is not the innermost open one, which is given, too.
    case wrongEnd(String, expected: String?)
    case badName(String)
    case badDelimiters
    /// A sign that begins a tag of another kind.
    case unsupported(String)
    case tooDeep
  }

  package let problem: Problem
  package let line: Int
}

extension MustacheError: CustomStringConvertible {
  package var description: String { "line \(line): \(words)" }

  /// Without the line.
  package var words: String {
    switch problem {
    case .unfinishedTag: "unfinished name"
    case .unfinishedSection(let name): "the section `\(name)` has no end"
    case .wrongEnd(let name, let expected?): "the end of `\(name)`, expected that of `\(expected)`"
    case .wrongEnd(let name, nil): "the end of `\(name)`, which has no beginning"
    case .badName(let text): "`\(text)` is no name, expected letters, digits, `.`, `-`, `_` and `?`"
    case .badDelimiters: "bad delimiters, expected two as in `{{=<% %>=}}`"
    case .unsupported(let sign): "a tag with `\(sign)`, expected a value, a section, a comment or delimiters"
    case .tooDeep: "deeper than \(MustacheParser.depthLimit) sections"
    }
  }
}
