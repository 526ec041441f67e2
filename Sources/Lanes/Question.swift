import Versioning

/// What a lane asks.
package struct Question: Sendable {
  package enum Kind: Sendable {
    case text
    /// One of these.
    case choice([String])
    /// Text that is not shown while it is typed.
    case secret
    /// A version; <enter> keeps this one.
    case version(Version)
  }

  /// The name that `--answer` gives it.
  package let id: String
  package let text: String
  package let kind: Kind
  /// The answer of <enter>, and of a run that nobody watches; nil: there must be an answer.
  package var defaultAnswer: String?
  /// The environment variable that answers it.
  package var variable: String?

  package init(id: String, text: String, kind: Kind) {
    self.id = id
    self.text = text
    self.kind = kind
  }
}

/// Who answers the questions of a lane: a person at a terminal, the command line, or nobody.
package protocol Answering {
  /// The answer to `question`.
  ///
  /// - Parameter problem: What is wrong with an answer, nil when nothing is; a person is told and asked again.
  /// - Throws: when nobody can be asked, or what was said ahead is wrong.
  func answer(to question: Question, problem: (String) -> String?) throws -> String

  /// Whether to go on with `preview`: what has been planned so far, and what the answer is about.
  func confirms(_ text: String, preview: Plan) throws -> Bool
}
