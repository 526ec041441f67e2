import MartletCore

/// A likely mistake in build settings.
package enum SettingsFinding: Hashable, Sendable {
  /// An error that the build reports, too.
  case refused(BuildSettingsError)
  case plusEquals(String)
  /// The value up to the comment that looks like a part of it, and the whole text.
  case cutAtComment(String, meant: String)
  case flaw(Expression.SyntaxIssue.Kind)
  case quotedValue(String)
  case deadCondition(Condition, reason: DeadCondition)
  /// The assignment at the line never applies, because this later one overrides it.
  case shadowed(String, line: Int)
  case repeated(String, line: Int)
  case unknownReference(String)
  /// A file for debug builds includes one for release builds, or the reverse: the name of that one, and of the right one.
  case otherConfiguration(String, expected: String)

  /// Why a condition never holds.
  package enum DeadCondition: Hashable, Sendable {
    case unknownParameter
    case blank
    case comma
    case quote
    case empty
    case sdkWithoutVersion
    case contradiction(Condition)
  }

  /// An error where the value is certainly not the intended one.
  var severity: Diagnostic.Severity {
    switch self {
    case .refused(let error): error.severity
    case .plusEquals, .cutAtComment, .deadCondition, .shadowed: .error
    case .flaw(let kind):
      switch kind {
      case .trailingDollar, .deprecatedBrackets, .trailingBackslash, .missingName: .warning
      case .unterminatedReference, .missingOperator, .invalidOperatorCharacter, .unknownOperator, .unterminatedQuote:
        .error
      }
    case .quotedValue, .repeated, .unknownReference, .otherConfiguration: .warning
    }
  }

  /// The kind of finding, for machine-readable output.
  package var kind: String {
    switch self {
    case .refused(.absentFile), .refused(.outsideProject): "absent"
    case .refused(.missingFile), .refused(.unreadableFile), .refused(.cyclicInclusion), .refused(.tooManyInclusions):
      "inclusion"
    case .refused: "syntax"
    case .plusEquals: "plus_equals"
    case .cutAtComment: "cut_at_comment"
    case .flaw: "expression"
    case .quotedValue: "quoted_value"
    case .deadCondition: "dead_condition"
    case .shadowed: "shadowed"
    case .repeated: "repeated"
    case .unknownReference: "unknown_reference"
    case .otherConfiguration: "other_configuration"
    }
  }

  package var message: String {
    switch self {
    case .refused(let error): error.message
    case .plusEquals(let name): "`+=` is not valid in this file, and the build drops the line; expected `\(name) = …`"
    case .cutAtComment(let value, _): "the value ends at `//`, which begins a comment: it is `\(value)`"
    case .flaw(let kind): kind.message
    case .quotedValue(let name): "the quotes are part of the text of `\(name)`, and end up in the Info.plist"
    case .deadCondition(let condition, let reason): "`\(condition)` never holds: \(reason.message)"
    case .shadowed(let name, let line):
      "`\(name)` is set for every build here, so the condition in line \(line) has no effect"
    case .repeated(let name, let line): "`\(name)` is set again, so line \(line) has no effect"
    case .unknownReference(let name): "`\(name)` is not set anywhere, so the reference is empty"
    case .otherConfiguration(let name, let expected):
      "`\(name)` is the file of another build configuration, expected one such as `\(expected)`"
    }
  }

  package var hint: String? {
    switch self {
    case .refused(let error): error.hint
    case .plusEquals(let name): "write `\(name) = $(inherited) …`"
    case .cutAtComment(_, let meant): "write `\(meant)`; `$()` expands to nothing"
    case .flaw(let kind): kind.hint
    case .quotedValue: "remove the quotes; blanks do not need them"
    case .deadCondition(let condition, let reason): reason.hint(for: condition)
    case .shadowed: "move this line above that one, or begin its value with `$(inherited)`"
    case .repeated: "remove one of the lines, or write `$(inherited)` to add to the first"
    case .unknownReference(let name): "set it, or write `$(\(name):default=…)`"
    case .otherConfiguration(_, let expected): "include `\(expected)`"
    }
  }
}

extension Expression.SyntaxIssue.Kind {
  fileprivate var message: String {
    switch self {
    case .trailingDollar: "a `$` at the end is a literal `$`"
    case .deprecatedBrackets: "brackets of this kind are deprecated, expected `$(…)`"
    case .unterminatedReference: "a reference without its closing bracket"
    case .missingName: "a reference without a name is empty"
    case .missingOperator: "no operator after `:`, so it has no effect"
    case .invalidOperatorCharacter: "this character is invalid in an operator's name, so the operator has no effect"
    case .unknownOperator(let name): "unknown operator `\(name)`, so it has no effect"
    case .trailingBackslash: "the build doubles a backslash at the end"
    case .unterminatedQuote: "an unterminated quote in a list"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .trailingDollar: "write `$$` for a dollar"
    case .unknownOperator(let name):
      Self.operators.nearest(to: name).map { "did you mean `\($0)`?" }
    case .unterminatedQuote: "close it, or write `\\'` for an apostrophe"
    case .deprecatedBrackets, .unterminatedReference, .missingName, .missingOperator, .invalidOperatorCharacter,
      .trailingBackslash:
      nil
    }
  }

  private static var operators: [String] {
    (Transformation.allCases.map(\.rawValue) + Replacement.allCases.map(\.rawValue)).filter { !$0.hasPrefix("_") }
  }
}

extension SettingsFinding.DeadCondition {
  fileprivate var message: String {
    switch self {
    case .unknownParameter: "the build has no such parameter"
    case .blank: "the comparison includes blanks at the ends"
    case .comma: "a comma does not separate conditions"
    case .quote: "the comparison includes quotes"
    case .empty: "the name is empty"
    case .sdkWithoutVersion: "the name of an SDK ends with its version"
    case .contradiction(let other): "`\(other)` next to it contradicts it"
    }
  }

  fileprivate func hint(for condition: Condition) -> String? {
    switch self {
    case .unknownParameter: "use one of `config`, `sdk`, `arch`, `target` and `variant`"
    case .blank: "write `[\(condition.parameter.withoutBlanks)=\(condition.pattern.withoutBlanks)]`"
    case .comma: "write one pair of brackets for each: `[sdk=…][arch=…]`"
    case .quote: "write `[\(condition.parameter)=\(condition.pattern.replacing("\"", with: ""))]`"
    case .empty: nil
    case .sdkWithoutVersion: "write `[sdk=\(condition.pattern)*]`"
    case .contradiction: "split the line into two"
    }
  }
}

extension String {
  fileprivate var withoutBlanks: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
