import MartletCore

/// One result of `doctor`.
struct Finding: Equatable, Encodable {
  enum State: String, Encodable, CaseIterable {
    case ok
    /// A release may fail, or have an unexpected result.
    case warn
    /// A release would be refused.
    case fail
  }

  /// The examined subject, in a word.
  let topic: String
  let state: State
  let message: String
  /// The fix, mostly a command.
  let hint: String?

  static func ok(_ topic: String, _ message: String) -> Finding {
    Finding(topic: topic, state: .ok, message: message, hint: nil)
  }

  static func warn(_ topic: String, _ message: String, hint: String? = nil) -> Finding {
    Finding(topic: topic, state: .warn, message: message, hint: hint)
  }

  static func fail(_ topic: String, _ message: String, hint: String? = nil) -> Finding {
    Finding(topic: topic, state: .fail, message: message, hint: hint)
  }

  private init(topic: String, state: State, message: String, hint: String?) {
    self.topic = topic
    self.state = state
    self.message = message
    self.hint = hint
  }

  /// Creates a finding from a diagnostic, on one line with its first note.
  init(_ topic: String, _ state: State, _ diagnostic: Diagnostic) {
    let place = diagnostic.place.map { "\($0): " } ?? ""
    let words = ([diagnostic.message] + diagnostic.notes.prefix(1)).map(\.withoutIndentation).joined(separator: ": ")
    self.init(topic: topic, state: state, message: place + words, hint: diagnostic.hint)
  }

  /// Returns the findings for `error`. If the error has no hint, the hint is the page of its error code.
  static func findings(_ topic: String, _ state: State, of error: any Error) -> [Finding] {
    let failure = Failure(of: error)
    let page = failure.code.map { "see `martlet help \($0.rawValue)`" }
    return failure.diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.hint = diagnostic.hint ?? page
      return Finding(topic, state, diagnostic)
    }
  }
}

extension String {
  fileprivate var withoutIndentation: String { String(drop { $0 == " " }) }
}
