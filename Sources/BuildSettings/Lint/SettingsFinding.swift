import TextEditing

/// What build settings say that hardly anybody means.
package enum SettingsFinding: Hashable, Sendable {
  /// What the build reports, too.
  case refused(BuildSettingsError)
  case plusEquals(String)
  /// The value, up to where a comment begins that looks like a part of it, and the whole.
  case cutAtComment(String, meant: String)
  case flaw(Expression.Flaw.Kind)
  case quotedValue(String)
  case deadCondition(Condition, reason: DeadCondition)
  /// The assignment at the line counts in no build, because this one stands behind it.
  case shadowed(String, line: Int)
  case repeated(String, line: Int)
  case unknownReference(String)

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

  /// An error where the value is surely not what was meant.
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
    case .quotedValue, .repeated, .unknownReference: .warning
    }
  }

  /// In a word or two, for programs.
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
    }
  }

  package var message: String {
    switch self {
    case .refused(let error): error.message
    case .plusEquals(let name): "`+=` does not exist here, the build drops the line; expected `\(name) = …`"
    case .cutAtComment(let value, _): "the value ends at `//`, which begins a comment: it is `\(value)`"
    case .flaw(let kind): kind.message
    case .quotedValue(let name): "the quotes are a part of the text of `\(name)`, and reach the Info.plist with it"
    case .deadCondition(let condition, let reason): "`\(condition)` never holds: \(reason.message)"
    case .shadowed(let name, let line):
      "`\(name)` is set for every build here, so its condition in line \(line) never counts"
    case .repeated(let name, let line): "`\(name)` is set again, so line \(line) does not count"
    case .unknownReference(let name): "`\(name)` is set nowhere, so the reference comes to nothing"
    }
  }

  package var hint: String? {
    switch self {
    case .refused(let error): error.hint
    case .plusEquals(let name): "write `\(name) = $(inherited) …`"
    case .cutAtComment(_, let meant): "write `\(meant)`, in which `$()` comes to nothing"
    case .flaw(let kind): kind.hint
    case .quotedValue: "leave the quotes out; blanks need none"
    case .deadCondition(let condition, let reason): reason.hint(for: condition)
    case .shadowed: "move this line before that one, or begin it with `$(inherited)`"
    case .repeated: "remove one of the lines, or write `$(inherited)` to add to the first"
    case .unknownReference(let name): "give it a value, or write `$(\(name):default=…)`"
    }
  }
}

extension Expression.Flaw.Kind {
  fileprivate var message: String {
    switch self {
    case .trailingDollar: "a `$` at the end stands for itself"
    case .deprecatedBrackets: "brackets of this kind are deprecated, expected `$(…)`"
    case .unterminatedReference: "a reference without its closing bracket"
    case .missingName: "a reference without a name comes to nothing"
    case .missingOperator: "no operator after `:`, nothing is done"
    case .invalidOperatorCharacter: "no operator has this character in its name, nothing is done"
    case .unknownOperator(let name): "unknown operator `\(name)`, nothing is done"
    case .trailingBackslash: "a backslash at the end is doubled"
    case .unterminatedQuote: "a quote without its end in a list"
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
    case .unknownParameter: "the build knows no such parameter"
    case .blank: "blanks at the ends are compared, too"
    case .comma: "a comma does not part conditions"
    case .quote: "quotes are compared, too"
    case .empty: "nothing is without a name"
    case .sdkWithoutVersion: "the name of an SDK has its version behind it"
    case .contradiction(let other): "`\(other)` beside it asks for something else"
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
    case .contradiction: "split the line in two"
    }
  }
}

extension String {
  fileprivate var withoutBlanks: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
