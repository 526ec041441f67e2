/// A reason to stop: its messages, and its stable code and exit status for scripts.
///
/// The failures of a step or a module are static members in an extension at the end of the file that throws them. A
/// failure that other code distinguishes is an error type that conforms to `ExplainedError`.
package struct Failure: ExplainedError, Equatable {
  /// At least one; several if one input has several problems.
  package var diagnostics: [Diagnostic]
  /// The stable code of this kind of failure; nil if there is only a message.
  package var code: FailureCode?
  /// The exit status of the process.
  package var exit: ExitStatus
  /// Whether only the user can remove the cause, so that a lane stops for it before its first command.
  package var isPermanent = false

  package init(_ diagnostics: [Diagnostic], code: FailureCode? = nil, exit: ExitStatus = .failed) {
    self.diagnostics = diagnostics
    self.code = code
    self.exit = exit
  }

  package init(
    _ message: String, hint: String? = nil, notes: [String] = [], code: FailureCode? = nil, exit: ExitStatus = .failed
  ) {
    self.init([Diagnostic(message, hint: hint, notes: notes)], code: code, exit: exit)
  }

  /// Converts `error`.
  package init(of error: any Error) {
    self = (error as? any ExplainedError)?.failure ?? Failure("\(error)")
  }

  package var failure: Failure { self }

  /// The same failure, which a lane finds before its first command.
  package var permanent: Failure {
    var failure = self
    failure.isPermanent = true
    return failure
  }
}

/// An error with messages for the user.
package protocol ExplainedError: Error {
  var failure: Failure { get }
}

extension ExplainedError {
  package var diagnostics: [Diagnostic] { failure.diagnostics }
}

extension Error {
  /// The message of the first diagnostic.
  package var firstMessage: String { Failure(of: self).diagnostics.first?.message ?? "\(self)" }
}
