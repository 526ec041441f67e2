import Processes
import TextEditing
import Versioning

extension GitTransport {
  /// What a push that failed has failed for; nil when it did not fail.
  ///
  /// Somebody else's push in the same moment is seen by what is there now: servers word it in many ways.
  func refusal(_ result: CommandResult, _ found: [String: ObjectID], _ order: PushOrder) -> TransportError? {
    guard !result.succeeded else { return nil }
    for reference in order.references where found[reference.destination] != reference.object {
      do throws(TransportError) {
        try verify(reference, found: found[reference.destination], order.remote)
      } catch {
        return error
      }
    }
    // git tells about references only after `pre-push` has let it talk to the remote.
    if order.runsHooks, hasPrePushHook, result.termination == .exited(status: 1), result.output.isEmpty {
      return .hookFailed(output: Self.redacted(result.errorText))
    }
    guard let line = PushAnswer(result.outputText).causes.first else {
      return Self.failure(result.errorText, order.remote)
    }
    if ["non-fast-forward", "fetch first", "needs force"].contains(line.reason) {
      return .nonFastForward(remote: order.remote, reference: line.destination, found: found[line.destination])
    }
    return .declined(
      remote: order.remote, reference: line.destination, reason: line.reason,
      output: Self.serverText(in: result.errorText))
  }

  /// What the words of git's standard error mean when it could not talk to a remote at all.
  ///
  /// The words are those of git, ssh and curl, in the C locale; where they say nothing known, they are passed on.
  static func failure(_ errors: String, _ remote: String) -> TransportError {
    let text = errors.lowercased()
    func has(_ phrases: [String]) -> Bool { phrases.contains { text.contains($0) } }
    if has(["does not support --atomic"]) { return .noAtomicPush(remote: remote) }
    if has(credentialPhrases) { return .credentials(remote: remote, output: redacted(errors)) }
    if has(connectionPhrases) { return .unreachable(remote: remote, output: redacted(errors)) }
    return .failed(remote: remote, output: redacted(errors))
  }

  private static let credentialPhrases = [
    "authentication failed", "terminal prompts disabled", "could not read username", "could not read password",
    "permission denied", "host key verification failed", "invalid username or password",
    "requested url returned error: 401",
    "requested url returned error: 403", "access denied", "invalid credentials",
  ]

  private static let connectionPhrases = [
    "could not resolve host", "connection refused", "connection timed out", "connection reset",
    "network is unreachable",
    "no route to host", "could not read from remote repository", "does not appear to be a git repository",
    "the remote end hung up", "failed to connect", "unable to access", "repository not found", "early eof",
    "unexpected disconnect", "operation timed out", "ssl certificate problem",
  ]

  /// The lines that the server wrote, which git marks with `remote:`, without the mark.
  private static func serverText(in errors: String) -> String {
    // git fills the lines up with blanks, to wipe out a progress line that may stand there.
    errors.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("remote:") }
      .map { String($0.dropFirst("remote:".count).drop { $0 == " " }).trimmingTrailingBlanks() }
      .joined(separator: "\n")
  }

  /// git shows addresses as they are configured, and some hold a password.
  static func redacted(_ errors: String) -> String {
    errors.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: " ", omittingEmptySubsequences: false).map { word in
        guard let start = word.firstIndex(where: { $0.isLetter }) else { return String(word) }
        return word[..<start] + RemoteURL(String(word[start...])).redacted
      }
      .joined(separator: " ").trimmingTrailingBlanks()
    }
    .joined(separator: "\n")
  }
}
