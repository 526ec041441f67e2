import TextEditing

/// An `.xcconfig` file by itself: its statements in order, each with its bytes. What is between them is blank or comment.
///
/// The format is that of swiftlang/swift-build (`SWBMacro/MacroConfigFileParser.swift`), which is the engine of Xcode:
/// lines end in LF, CR, CR LF, U+2028 or U+2029; `//` begins a comment; a value ends before a comment and loses one `;`;
/// a `\` at its end takes the next line in. A byte order mark is no blank, and makes an error of the first statement.
package struct Xcconfig: Sendable {
  package enum Statement: Sendable {
    case assignment(Assignment)
    case inclusion(Inclusion)
    /// A line that is none of the two. The build goes on without it.
    case problem(BuildSettingsProblem)
  }

  /// `#include "name"`: the statements of another file come in here.
  package struct Inclusion: Sendable {
    /// As written, without the quotes.
    package let name: String
    /// The name in the file, without the quotes.
    package let span: Range<Int>
    /// Whether a missing file is no error: `#include?`.
    package let isOptional: Bool
  }

  package let source: SourceText
  package let statements: [Statement]
  /// The whole lines of each statement, the last line's end included, with the blank line that ends a value after `\`.
  let lines: [Range<Int>]

  /// The statements of `source`. No text is refused: a line with an error is one of the statements.
  package init(_ source: SourceText) {
    self.source = source
    var parser = XcconfigParser(source)
    (statements, lines) = parser.parse()
  }
}
