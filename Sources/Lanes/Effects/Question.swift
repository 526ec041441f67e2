import MartletCore

/// A prompt of a lane.
package struct Question: Sendable {
  package enum Kind: Sendable {
    case text
    /// One of these.
    case choice([String])
    /// Text that is not shown while it is typed.
    case secret
    /// A version; <enter> keeps this one.
    case version(Version)
    /// The first version; <enter> takes this one.
    case firstVersion(Version)
  }

  /// The name for `--answer`.
  package let id: String
  package let text: String
  package let kind: Kind
  /// Whether the text is a whole question, to which no current version is added.
  package var isComplete = false
  /// The answer for <enter>, and for non-interactive runs; nil: an answer is required.
  package var defaultAnswer: String?
  /// The environment variable with the answer.
  package var variable: String?

  package init(id: String, text: String, kind: Kind) {
    self.id = id
    self.text = text
    self.kind = kind
  }
}

/// A source of answers for a lane: a user at a terminal, the command line, or none.
package protocol AnswerSource {
  /// Returns the answer to `question`.
  ///
  /// - Parameter problem: Returns the problem with an answer, nil if it is valid; an interactive user is prompted
  ///   again.
  /// - Throws: when no user can be prompted, or a prepared answer is invalid.
  func answer(to question: Question, problem: (String) -> String?) throws -> String

  /// Whether the user accepts `preview`, the plan of the steps in question.
  func confirms(_ text: String, preview: Plan) throws -> Bool
}
