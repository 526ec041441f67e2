/// A value as the build system reads it: the steps that build its text, and what is wrong with it.
///
/// One expression gives two results. In string form everything stands as it is written, with references replaced; in list
/// form blanks part elements, and quotes and backslashes do their work and are gone
/// (swiftlang/swift-build, `SWBMacro/MacroEvaluationProgram.swift`).
package struct Expression: Sendable {
  /// One step. Results are built on a stack: a reference begins one for itself and one for its name.
  enum Instruction: Sendable {
    /// The bytes of the value at this range.
    case text(Range<Int>)
    /// The same, in string form only.
    case formText(Range<Int>)
    /// Blanks between two elements of a list; text in string form.
    case separator(Range<Int>)
    /// A new result.
    case begin
    /// What the setting comes to whose name is the newest result, in its place. A `bare` reference, `$NAME` at this range,
    /// stays when there is no such setting.
    case lookUp(asString: Bool, bare: Range<Int>?)
    /// The newest result goes behind the one before.
    case merge
    /// The newest result is dropped.
    case discard
    case transform(Transformation)
    /// The newest result is the operator's argument.
    case replace(Replacement)
  }

  /// How a value is read. A setting that is declared as a string, a boolean or a path is read as a string.
  package enum Reading: Sendable {
    case string
    case list
  }

  /// Something that the build system does not say a word about.
  package struct Flaw: Hashable, Sendable {
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
    /// In the value.
    package let range: Range<Int>
  }

  let instructions: [Instruction]
  package let flaws: [Flaw]

  /// The expression that `bytes` spell. Nothing is refused: what is no reference is text.
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
