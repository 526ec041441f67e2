/// A parsed value: the steps that build its text, and its flaws.
///
/// One expression has two results. String form keeps everything as written and replaces references. List form splits
/// elements at blanks, and interprets and removes quotes and backslashes (swiftlang/swift-build,
/// `SWBMacro/MacroEvaluationProgram.swift`).
package struct Expression: Sendable {
  /// One step. Results are built on a stack: a reference begins one for itself and one for its name.
  enum Instruction: Sendable {
    /// The bytes of the value at this range.
    case text(Range<Int>)
    /// The same, in string form only.
    case formText(Range<Int>)
    /// Blanks between two elements of a list; text in string form.
    case separator(Range<Int>)
    /// Begins a new result.
    case begin
    /// Replaces the newest result, a name, with the value of that setting. A `bare` reference, `$NAME` at this range,
    /// stays when there is no such setting.
    case lookUp(asString: Bool, bare: Range<Int>?)
    /// Appends the newest result to the one before.
    case merge
    /// Drops the newest result.
    case discard
    case transform(Transformation)
    /// Applies the operator with the newest result as its argument.
    case replace(Replacement)
  }

  /// How a value is parsed. Settings declared as a string, a boolean or a path are parsed as a string.
  package enum Reading: Sendable {
    case string
    case list
  }

  /// A mistake that the build system does not report.
  package struct SyntaxIssue: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case trailingDollar
      /// `${NAME}` or `$[NAME]`; they work.
      case deprecatedBrackets
      case unterminatedReference
      case missingName
      case missingOperator
      case invalidOperatorCharacter
      case unknownOperator(String)
      case trailingBackslash
      case unterminatedQuote
    }

    package let kind: Kind
    /// The range in the value.
    package let range: Range<Int>
  }

  let instructions: [Instruction]
  package let flaws: [SyntaxIssue]

  /// Parses `bytes`. Never fails: everything that is not a reference is text.
  package init(_ bytes: [UInt8], reading: Reading) {
    var parser = ExpressionParser(bytes)
    switch reading {
    case .string: parser.parseString()
    case .list: parser.parseList()
    }
    instructions = parser.instructions
    flaws = parser.flaws
  }
}
