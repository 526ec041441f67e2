import MartletCore
import Processes

/// Why a remote could not be read or pushed to. Unless noted, nothing has changed there.
package enum TransportError: Error, Equatable, Sendable {
  /// There is no `git` program, or it could not be started.
  case program(ProcessError)
  case noRemote(String)
  /// The address begins with `http`, so other machines could read the user's password.
  case unencrypted(address: String)
  case invalidReference(String)
  /// The remote's branch has commits that the pushed one does not contain.
  case nonFastForward(remote: String, reference: String, found: ObjectID, pushed: ObjectID)
  /// The remote's reference is not at the expected object; nil means that it is missing.
  case moved(remote: String, reference: String, expected: ObjectID, found: ObjectID?)
  /// The tag is already on the remote; `by` is nil when its origin is unknown.
  case tagExists(remote: String, reference: String, found: ObjectID, by: TagOrigin?)
  /// A hook or rule of the server refused a reference; `output` is the server's output.
  case declined(remote: String, reference: String, reason: String, output: String)
  /// The user's own `pre-push` hook refused.
  case hookFailed(output: String)
  case noAtomicPush(remote: String)
  case credentials(remote: String, output: String)
  /// The key or certificate of the host does not match.
  case untrusted(remote: String, output: String)
  case unreachable(remote: String, output: String)
  /// There was no progress for that time. A `push` may have arrived, or may still arrive.
  case silent(remote: String, host: String?, RemoteOperation, limit: Duration)
  /// The server responded with an HTTP status that is neither a success nor about credentials.
  case badStatus(remote: String, status: Int, RemoteOperation, output: String)
  /// The server at the address is not a git server.
  case noGitServer(remote: String, address: String)
  /// The connection broke before a response. The push has not arrived yet, but may still arrive.
  case cutOff(remote: String, output: String)
  /// The push has arrived, at least in part, but the remote has another object: it may have changed since.
  case notThere(remote: String, reference: String, expected: ObjectID, found: ObjectID?)
  /// The response to the push was lost, and the remote cannot be read: the push may have arrived.
  case outcomeUnknown(remote: String, output: String)
  /// This process had to stop because of that signal, before anything was sent.
  case interrupted(signal: Int32)
  /// This process had to stop after something was sent. It has not arrived yet, but may still arrive.
  case stopped(remote: String, signal: Int32)
  /// Only the first of several references have arrived.
  indirect case partial(remote: String, arrived: [String], TransportError)
  case failed(remote: String, output: String)
}

extension TransportError {
  /// Whether the failed push may have arrived, at least in part.
  package var mayHaveArrived: Bool {
    switch self {
    case .cutOff, .notThere, .outcomeUnknown, .stopped, .partial: true
    case .silent(_, _, let operation, _): operation == .push
    // After a timeout of a gateway, the server behind it may continue.
    case .badStatus(_, let status, let operation, _): operation == .push && status >= 500
    case .program, .noRemote, .unencrypted, .invalidReference, .nonFastForward, .moved, .tagExists, .declined,
      .hookFailed, .noAtomicPush, .credentials, .untrusted, .unreachable, .noGitServer, .interrupted, .failed:
      false
    }
  }

  /// Whether it is a response to a push, and not a failed connection.
  var isAnswer: Bool {
    switch self {
    case .nonFastForward, .moved, .tagExists, .declined, .hookFailed, .noAtomicPush, .credentials,
      .untrusted, .noGitServer:
      true
    case .badStatus(_, let status, _, _): status < 500
    case .program, .noRemote, .unencrypted, .invalidReference, .unreachable, .silent, .cutOff, .failed, .notThere,
      .outcomeUnknown,
      .interrupted, .stopped, .partial:
      false
    }
  }

  /// The number of the signal that stopped it; nil for none.
  var signal: Int32? {
    guard case .interrupted(let signal) = self else { return nil }
    return signal
  }

  /// The output of git, a hook or the server.
  var output: String {
    switch self {
    case .declined(_, _, _, let output), .hookFailed(let output), .credentials(_, let output),
      .untrusted(_, let output), .unreachable(_, let output), .cutOff(_, let output), .outcomeUnknown(_, let output),
      .badStatus(_, _, _, let output), .failed(_, let output):
      output
    case .partial(_, _, let error): error.output
    case .program, .noRemote, .unencrypted, .invalidReference, .nonFastForward, .moved, .tagExists, .noAtomicPush,
      .silent, .noGitServer, .notThere, .interrupted, .stopped:
      ""
    }
  }
}

extension TransportError: ExplainedError {
  package var failure: Failure {
    var failure = explanation
    failure.diagnostics[0].notes = output.nonEmptyLines
    return failure
  }

  private var explanation: Failure {
    switch self {
    case .program(let error): Failure(error)
    case .noRemote(let name): Failure("no remote `\(name)`")
    case .unencrypted(let address):
      Failure(
        "other machines could read a password that git sends to `\(address)`",
        hint: "use its `https` or ssh address", code: .tokenHost, exit: .credentials)
    case .invalidReference(let name):
      Failure("`\(name)` is not a full reference name, expected one such as `refs/heads/main`")
    case .nonFastForward(let remote, let reference, let found, let pushed):
      Failure(
        "`\(remote)` has commits on \(reference.nameOfReference) that are not here: it is at \(found.short), and \(pushed.short) does not contain it",
        hint:
          "get the commits with `git pull --rebase --autostash \(remote) \(reference.replacing("refs/heads/", with: ""))`, then run the command again",
        code: .pushBehind, exit: .conflict)
    case .moved(let remote, let reference, let expected, let found):
      Failure(
        "\(reference.nameOfReference) on `\(remote)` has changed: it is at \(found?.short ?? "no commit"), expected \(expected.short)",
        hint:
          "get the commits with `git pull --rebase --autostash \(remote) \(reference.replacing("refs/heads/", with: ""))`, then run the command again",
        code: .pushBehind, exit: .conflict)
    case .tagExists(let remote, let reference, let found, let origin):
      Failure(
        "`\(remote)` already has \(reference.nameOfReference): \(found.short)\(origin.map { ", made \($0)" } ?? "")",
        hint: "this version is already released: choose the next one", code: .tagTaken, exit: .conflict)
    case .declined(let remote, let reference, let reason, let output):
      Failure(
        "`\(remote)` refused \(reference.nameOfReference): \(reason)",
        hint: ServerRule(reason: reason, output: output)?.hint(reference), code: .pushRefused)
    case .hookFailed: Failure("the hook `pre-push` refused the push", code: .hookFailed)
    case .noAtomicPush(let remote):
      Failure(
        "an atomic push to `\(remote)` is not supported",
        hint: "push the branch first and the tag last with `push: {atomic: false}`", code: .noAtomicPush)
    case .credentials(let remote, _):
      Failure(
        "`\(remote)` rejected the credentials, or there are none",
        hint: "see git's own error with `git push --dry-run \(remote)`", code: .credentials, exit: .credentials)
    case .untrusted(let remote, _):
      Failure(
        "the host key or certificate of `\(remote)` is not trusted",
        hint: "see git's own error with `git ls-remote \(remote)`", code: .untrustedHost, exit: .credentials)
    case .unreachable(let remote, _):
      Failure(
        "`\(remote)` could not be reached", hint: "see git's own error with `git ls-remote \(remote)`",
        code: .unreachable
      )
    case .silent(let remote, let host, let operation, let limit):
      Failure(
        "`\(remote)`\(host.map { " (`\($0)`)" } ?? "") did not answer for \(limit.inSeconds) while \(operation.phrase)",
        hint: "try again, or wait longer with `--timeout 300`", code: mayHaveArrived ? .pushUnknown : .unreachable,
        exit: mayHaveArrived ? .partlyPublic : .failed)
    case .badStatus(let remote, let status, let operation, _):
      Failure(
        "`\(remote)` answered with HTTP status \(status) while \(operation.phrase)",
        hint: "see git's own error with `git ls-remote \(remote)`", code: mayHaveArrived ? .pushUnknown : .unreachable,
        exit: mayHaveArrived ? .partlyPublic : .failed)
    case .noGitServer(let remote, let address):
      Failure(
        "the server at `\(address)`, the address of `\(remote)`, is not a git server",
        hint:
          "see its response with `curl -i \("\(address)/info/refs?service=git-upload-pack".shellWord)`: a network may require a sign-in first",
        code: .unreachable)
    case .cutOff(let remote, _):
      Failure(
        "`\(remote)` closed the connection twice without an answer, and does not have the push yet", code: .pushUnknown,
        exit: .partlyPublic)
    case .notThere(let remote, let reference, let expected, let found):
      Failure(
        "`\(remote)` does not show what was pushed: \(reference.nameOfReference) is at \(found?.short ?? "no commit"), expected \(expected.short)",
        code: .pushUnknown, exit: .partlyPublic)
    case .outcomeUnknown(let remote, _):
      Failure("the answer was lost, and `\(remote)` cannot be read", code: .pushUnknown, exit: .partlyPublic)
    case .interrupted(let signal): Failure("interrupted by \(Signal(signal))", exit: ExitStatus(afterSignal: signal))
    case .stopped(let remote, let signal):
      Failure(
        "interrupted by \(Signal(signal)) before `\(remote)` answered; it does not have the push yet",
        code: .pushUnknown, exit: .partlyPublic)
    case .partial(let remote, let arrived, let error):
      Failure(
        "`\(remote)` accepted \(arrived.quotedList), but not the rest: \(error.firstMessage)",
        hint: error.diagnostics[0].hint, code: .pushPartial, exit: .partlyPublic)
    case .failed(let remote, _): Failure("communication with `\(remote)` failed")
    }
  }
}

extension String {
  /// The name of this reference as people say it: `main`, or the tag `1.0.0`.
  fileprivate var nameOfReference: String {
    for (folder, words) in [("refs/heads/", ""), ("refs/tags/", "the tag ")] where hasPrefix(folder) {
      return "\(words)`\(dropFirst(folder.count))`"
    }
    return "`\(self)`"
  }
}
