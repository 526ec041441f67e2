import Processes
import TextEditing
import Versioning

/// Why a remote could not be read or pushed to. Unless it says otherwise, nothing has changed there.
package enum TransportError: Error, Equatable, Sendable {
  /// There is no `git` program to talk to remotes with, or it could not be started.
  case program(ProcessError)
  case noRemote(String)
  case invalidReference(String)
  /// libgit2 would write into the repository at that path by itself.
  case localPath(remote: String, path: String)
  /// The remote's branch has commits that the pushed one does not have.
  case nonFastForward(remote: String, reference: String, found: ObjectID, pushed: ObjectID)
  /// The remote's reference is not where it was expected; nil is none.
  case moved(remote: String, reference: String, expected: ObjectID, found: ObjectID?)
  /// The tag is on the remote already, as another object; whose it is is nil when it cannot be told.
  case tagExists(remote: String, reference: String, found: ObjectID, by: TagOrigin?)
  /// A hook or rule of the server refused a reference; `output` is what the server wrote.
  case declined(remote: String, reference: String, reason: String, output: String)
  /// The user's own `pre-push` hook refused.
  case hookFailed(output: String)
  case noAtomicPush(remote: String)
  case credentials(remote: String, output: String)
  /// By its key or its certificate, the host is not the one that it should be.
  case untrusted(remote: String, output: String)
  case unreachable(remote: String, output: String)
  /// There was no sign of progress for that long. After `push` the remote may have taken what was sent, or still take it.
  case silent(remote: String, host: String?, RemoteOperation, limit: Duration)
  /// The server answered with an HTTP status that says neither yes nor who may come in.
  case badStatus(remote: String, status: Int, RemoteOperation, output: String)
  /// What answers at the address is no git server.
  case noGitServer(remote: String, address: String)
  /// The connection broke before there was an answer. What was sent has not been taken by now, and may still be.
  case cutOff(remote: String, output: String)
  /// The remote has taken the push, or a part of it, and shows something else: somebody may have been there since.
  case notThere(remote: String, reference: String, expected: ObjectID, found: ObjectID?)
  /// The answer to the push was lost, and the remote cannot be read: it may have taken it.
  case outcomeUnknown(remote: String, output: String)
  /// This process was asked to stop, by the signal of that number, before anything was sent.
  case interrupted(signal: Int32)
  /// The same after something was sent. It has not been taken by now, and may still be.
  case stopped(remote: String, signal: Int32)
  /// Of several references, the remote has taken the first ones.
  indirect case partial(remote: String, arrived: [String], TransportError)
  case failed(remote: String, output: String)
}

extension TransportError {
  /// Whether the remote may have taken a push that failed with this, or a part of it.
  package var mayHaveArrived: Bool {
    switch self {
    case .cutOff, .notThere, .outcomeUnknown, .stopped, .partial: true
    case .silent(_, _, let operation, _): operation == .push
    // A gateway that gives up does not stop the server behind it.
    case .badStatus(_, let status, let operation, _): operation == .push && status >= 500
    case .program, .noRemote, .invalidReference, .localPath, .nonFastForward, .moved, .tagExists, .declined,
      .hookFailed, .noAtomicPush, .credentials, .untrusted, .unreachable, .noGitServer, .interrupted, .failed:
      false
    }
  }

  /// Whether it is what was said about a push, rather than that nobody could be talked to.
  var isAnswer: Bool {
    switch self {
    case .localPath, .nonFastForward, .moved, .tagExists, .declined, .hookFailed, .noAtomicPush, .credentials,
      .untrusted, .noGitServer:
      true
    case .badStatus(_, let status, _, _): status < 500
    case .program, .noRemote, .invalidReference, .unreachable, .silent, .cutOff, .failed, .notThere, .outcomeUnknown,
      .interrupted, .stopped, .partial:
      false
    }
  }

  /// The number of the signal that ended what was done; nil when none did.
  var signal: Int32? {
    guard case .interrupted(let signal) = self else { return nil }
    return signal
  }

  /// What others than we have said about it.
  var output: String {
    switch self {
    case .declined(_, _, _, let output), .hookFailed(let output), .credentials(_, let output),
      .untrusted(_, let output), .unreachable(_, let output), .cutOff(_, let output), .outcomeUnknown(_, let output),
      .badStatus(_, _, _, let output), .failed(_, let output):
      output
    case .partial(_, _, let error): error.output
    case .program, .noRemote, .invalidReference, .localPath, .nonFastForward, .moved, .tagExists, .noAtomicPush,
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
    case .program(let error):
      Failure(
        "\(error), expected `git` for talking to remotes",
        hint: error.isMissingProgram ? "install git, or put its folder into `PATH`" : nil)
    case .noRemote(let name): Failure("no remote `\(name)`")
    case .invalidReference(let name):
      Failure("`\(name)` is no full name of a reference, expected one such as `refs/heads/main`")
    case .localPath(let remote, let path):
      Failure(
        "libgit2 would write into `\(path)`, the place of `\(remote)`, past the hooks that are there",
        hint: "push with git: leave `--transport libgit2` out")
    case .nonFastForward(let remote, let reference, let found, let pushed):
      Failure(
        "`\(remote)` has commits on `\(reference)` that are not here: it is at \(found.short), and \(pushed.short) does not follow it",
        hint:
          "get them with `git pull --rebase \(remote) \(reference.replacing("refs/heads/", with: ""))`, then run the command again",
        code: .pushBehind, exit: .conflict)
    case .moved(let remote, let reference, let expected, let found):
      Failure(
        "`\(reference)` of `\(remote)` is at \(found?.short ?? "no commit"), expected \(expected.short)",
        hint:
          "get them with `git pull --rebase \(remote) \(reference.replacing("refs/heads/", with: ""))`, then run the command again",
        code: .pushBehind, exit: .conflict)
    case .tagExists(let remote, let reference, let found, let origin):
      Failure(
        "`\(remote)` has `\(reference)` already, as another object: \(found.short)\(origin.map { ", made \($0)" } ?? "")",
        hint: "somebody has released it: choose the next version", code: .tagTaken, exit: .conflict)
    case .declined(let remote, let reference, let reason, let output):
      Failure(
        "`\(remote)` refused `\(reference)`: \(reason)",
        hint: ServerRule(reason: reason, output: output)?.hint(reference), code: .pushRefused)
    case .hookFailed: Failure("the hook `pre-push` refused the push", code: .hookFailed)
    case .noAtomicPush(let remote):
      Failure(
        "`\(remote)` cannot take several references at once or not at all",
        hint: "send the branch first and the tag last with `push: {atomic: false}`", code: .noAtomicPush)
    case .credentials(let remote, _):
      Failure(
        "`\(remote)` did not accept the credentials, or there are none",
        hint: "see what git says with `git push --dry-run \(remote)`", code: .credentials, exit: .credentials)
    case .untrusted(let remote, _):
      Failure(
        "the host of `\(remote)` is not the one that is known",
        hint: "see what git says with `git ls-remote \(remote)`", code: .untrustedHost, exit: .credentials)
    case .unreachable(let remote, _):
      Failure(
        "`\(remote)` could not be reached", hint: "see what git says with `git ls-remote \(remote)`", code: .unreachable
      )
    case .silent(let remote, let host, let operation, let limit):
      Failure(
        "`\(remote)`\(host.map { " (`\($0)`)" } ?? "") did not answer for \(limit.inSeconds) while \(operation.phrase)",
        hint: "try again, or wait longer with `--timeout 300`", code: mayHaveArrived ? .pushUnknown : .unreachable,
        exit: mayHaveArrived ? .partlyPublic : .failed)
    case .badStatus(let remote, let status, let operation, _):
      Failure(
        "`\(remote)` answered with HTTP status \(status) while \(operation.phrase)",
        hint: "see what git says with `git ls-remote \(remote)`", code: mayHaveArrived ? .pushUnknown : .unreachable,
        exit: mayHaveArrived ? .partlyPublic : .failed)
    case .noGitServer(let remote, let address):
      Failure(
        "what answers at `\(address)`, the address of `\(remote)`, is not a git server",
        hint:
          "see what answers with `curl -i \("\(address)/info/refs?service=git-upload-pack".shellWord)`: a network may want you to sign in first",
        code: .unreachable)
    case .cutOff(let remote, _):
      Failure(
        "`\(remote)` broke off twice without an answer, and does not have the push by now", code: .pushUnknown,
        exit: .partlyPublic)
    case .notThere(let remote, let reference, let expected, let found):
      Failure(
        "`\(remote)` does not show what was pushed: its `\(reference)` is at \(found?.short ?? "no commit"), expected \(expected.short)",
        code: .pushUnknown, exit: .partlyPublic)
    case .outcomeUnknown(let remote, _):
      Failure("the answer was lost, and `\(remote)` cannot be read", code: .pushUnknown, exit: .partlyPublic)
    case .interrupted(let signal): Failure("interrupted by \(Signal(signal))", exit: ExitStatus(afterSignal: signal))
    case .stopped(let remote, let signal):
      Failure(
        "interrupted by \(Signal(signal)) before `\(remote)` had answered; it does not have the push by now",
        code: .pushUnknown, exit: .partlyPublic)
    case .partial(let remote, let arrived, let error):
      Failure(
        "`\(remote)` has \(arrived.quotedList), and not the rest: \(error.firstMessage)",
        hint: error.diagnostics[0].hint, code: .pushPartial, exit: .partlyPublic)
    case .failed(let remote, _): Failure("`\(remote)` could not be talked to")
    }
  }
}

extension ProcessError {
  fileprivate var isMissingProgram: Bool { if case .programNotFound = self { true } else { false } }
}
