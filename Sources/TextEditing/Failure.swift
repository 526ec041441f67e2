/// A reason to stop: what is printed about it, and what scripts can rely on.
///
/// The failures of a step or a module are static members in an extension at the foot of the file that throws them. A failure
/// that other code tells apart is an error type of its own, which conforms to `ExplainedError`.
package struct Failure: ExplainedError, Equatable {
  /// At least one; several when one input has several problems.
  package var diagnostics: [Diagnostic]
  /// The lasting name of this kind of failure; nil where the message is all there is to know.
  package var code: FailureCode?
  /// The exit status of the process.
  package var exit: ExitStatus

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

  /// The failure that `error` stands for.
  package init(of error: any Error) {
    self = (error as? any ExplainedError)?.failure ?? Failure("\(error)")
  }

  package var failure: Failure { self }
}

/// An error that can be shown to the user.
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
