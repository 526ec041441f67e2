import MartletCore

/// A single `.xcconfig` file: its statements in order, each with its bytes. Everything between them is blank or a
/// comment.
///
/// The format is that of swiftlang/swift-build (`SWBMacro/MacroConfigFileParser.swift`), the engine of Xcode. Lines end
/// in LF, CR, CR LF, U+2028 or U+2029. `//` begins a comment. A value ends before a comment and loses one `;`. A `\` at
/// its end joins the next line. A byte order mark is not a blank, and makes the first statement an error.
package struct Xcconfig: Sendable {
  package enum Statement: Sendable {
    case assignment(Assignment)
    case inclusion(Inclusion)
    /// A line that is neither. The build ignores it.
    case problem(BuildSettingsProblem)
  }

  /// `#include "name"`: inserts the statements of another file.
  package struct Inclusion: Sendable {
    /// As written, without the quotes.
    package let name: String
    /// The range of the name, without the quotes.
    package let span: Range<Int>
    /// Whether a missing file is not an error: `#include?`.
    package let isOptional: Bool
  }

  package let source: SourceText
  package let statements: [Statement]
  /// The whole lines of each statement with the last line end, and with the blank line that ends a value after `\`.
  let lines: [Range<Int>]

  /// Parses `source`. Never fails: a line with an error becomes a statement.
  package init(_ source: SourceText) {
    self.source = source
    var parser = XcconfigParser(source)
    (statements, lines) = parser.parse()
  }
}
