import Processes
import TextEditing
import Versioning

/// Why a remote could not be read or pushed to. Unless it says otherwise, nothing has changed there.
package enum TransportError: Error, Equatable, Sendable {
  /// There is no `git` program to talk to remotes with, or it could not be started.
  case program(ProcessError)
  case noRemote(String)
  case invalidReference(String)
  /// The remote's branch has commits that the pushed one does not have.
  case nonFastForward(remote: String, reference: String, found: ObjectID?)
  /// The remote's reference is not where it was expected; nil is none.
  case moved(remote: String, reference: String, expected: ObjectID, found: ObjectID?)
  /// The tag is on the remote already, as another object.
  case tagExists(remote: String, reference: String, found: ObjectID)
  /// A hook or rule of the server refused a reference; `output` is what the server wrote.
  case declined(remote: String, reference: String, reason: String, output: String)
  /// The user's own `pre-push` hook refused.
  case hookFailed(output: String)
  case noAtomicPush(remote: String)
  case credentials(remote: String, output: String)
  case unreachable(remote: String, output: String)
  /// The remote has taken the push, and shows something else: somebody may have been there since.
  case notThere(remote: String, reference: String, expected: ObjectID, found: ObjectID?)
  /// The answer to the push was lost, and the remote cannot be read: it may have taken it.
  case outcomeUnknown(remote: String, output: String)
  case failed(remote: String, output: String)
}

extension TransportError {
  /// Whether the remote may have taken a push that failed with this.
  package var mayHaveArrived: Bool {
    switch self {
    case .notThere, .outcomeUnknown: true
    case .program, .noRemote, .invalidReference, .nonFastForward, .moved, .tagExists, .declined, .hookFailed,
      .noAtomicPush, .credentials, .unreachable, .failed:
      false
    }
  }

  /// Whether it is what was said about a push, rather than that nobody could be talked to.
  var isAnswer: Bool {
    switch self {
    case .nonFastForward, .moved, .tagExists, .declined, .hookFailed, .noAtomicPush, .credentials: true
    case .program, .noRemote, .invalidReference, .unreachable, .failed, .notThere, .outcomeUnknown: false
    }
  }
}

extension TransportError: ExplainedError {
  package var diagnostics: [Diagnostic] {
    [Diagnostic(message, hint: hint, notes: notes)]
  }

  private var message: String {
    switch self {
    case .program(let error):
      "\(error), expected `git` for talking to remotes"
    case .noRemote(let name):
      "no remote `\(name)`"
    case .invalidReference(let name):
      "`\(name)` is no full name of a reference, expected one such as `refs/heads/main`"
    case .nonFastForward(let remote, let reference, let found):
      "`\(remote)` has commits on `\(reference)` that are not here\(found.map { ": it is at \($0.short)" } ?? "")"
    case .moved(let remote, let reference, let expected, let found):
      "`\(reference)` of `\(remote)` is at \(found?.short ?? "no commit"), expected \(expected.short)"
    case .tagExists(let remote, let reference, let found):
      "`\(remote)` has `\(reference)` already, as another object: \(found.short)"
    case .declined(let remote, let reference, let reason, _):
      "`\(remote)` refused `\(reference)`: \(reason)"
    case .hookFailed:
      "the hook `pre-push` refused the push"
    case .noAtomicPush(let remote):
      "`\(remote)` cannot take several references at once or not at all"
    case .credentials(let remote, _):
      "`\(remote)` did not accept the credentials, or there are none"
    case .unreachable(let remote, _):
      "`\(remote)` could not be reached"
    case .notThere(let remote, let reference, let expected, let found):
      "`\(remote)` has taken the push, but its `\(reference)` is at \(found?.short ?? "no commit"), expected \(expected.short)"
    case .outcomeUnknown(let remote, _):
      "the answer was lost, and `\(remote)` cannot be read"
    case .failed(let remote, _):
      "git could not talk to `\(remote)`"
    }
  }

  private var hint: String? {
    switch self {
    case .nonFastForward(let remote, let reference, _), .moved(let remote, let reference, _, _):
      "get them with `git pull --rebase \(remote) \(reference.replacing("refs/heads/", with: ""))`, then run the command again"
    case .credentials(let remote, _):
      "see what git says with `git push --dry-run \(remote)`"
    case .unreachable(let remote, _):
      "see what git says with `git ls-remote \(remote)`"
    case .noAtomicPush(let remote):
      "set `receive.advertiseAtomic` to true in the repository behind `\(remote)`"
    case .program(.programNotFound):
      "install git, or put its folder into `PATH`"
    case .tagExists: "somebody has released it: choose the next version"
    case .program, .noRemote, .invalidReference, .declined, .hookFailed, .notThere, .outcomeUnknown,
      .failed:
      nil
    }
  }

  private var notes: [String] {
    switch self {
    case .declined(_, _, _, let output), .hookFailed(let output), .credentials(_, let output),
      .unreachable(_, let output), .outcomeUnknown(_, let output), .failed(_, let output):
      output.nonEmptyLines
    case .program, .noRemote, .invalidReference, .nonFastForward, .moved, .tagExists, .noAtomicPush, .notThere:
      []
    }
  }
}
