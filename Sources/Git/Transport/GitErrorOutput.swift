import MartletCore

/// The error output of a failed git command, in the C locale: messages of git, ssh, curl and servers.
struct GitErrorOutput {
  private let text: String

  private static let status = Pattern(/(?:requested url returned error:|rpc failed; http) ([1-5][0-9]{2})/)
  private static let missingRepository = Pattern(/repository '.*' not found/)

  /// - Parameter text: May contain progress lines, which are left out.
  init(_ text: String) {
    self.text = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .filter { line in !Self.progressMarks.contains { line.hasPrefix($0) || line.hasPrefix("remote: \($0)") } }
      .joined(separator: "\n")
  }

  /// The progress lines of git and servers with `--progress`.
  private static let progressMarks = [
    "Enumerating objects:", "Counting objects:", "Compressing objects:", "Writing objects:", "Delta compression using",
    "Total ", "Receiving objects:", "Resolving deltas:", "Unpacking objects:", "Updating files:",
  ]

  /// Returns the error for a failed `operation` on `remote`; without a known message, the output is passed on.
  ///
  /// - Parameter silence: The maximum time that curl waits without progress.
  func failure(
    of operation: RemoteOperation, at remote: String, host: String? = nil, silence: Duration? = nil
  ) -> TransportError {
    let lowercased = text.lowercased()
    func has(_ phrases: [String]) -> Bool { phrases.contains { lowercased.contains($0) } }
    if has(["does not support --atomic"]) { return .noAtomicPush(remote: remote) }
    if has(["operation too slow"]), let silence {
      return .silent(remote: remote, host: host, operation, limit: silence)
    }
    if has(Self.trustPhrases) { return .untrusted(remote: remote, output: redacted) }
    if has(Self.credentialPhrases) { return .credentials(remote: remote, output: redacted) }
    if let status = httpStatus, status != 404 {
      return .badStatus(remote: remote, status: status, operation, output: redacted)
    }
    if has(Self.unreachablePhrases) || hasNoRepository { return .unreachable(remote: remote, output: redacted) }
    // Only data that was sent may have arrived.
    if has(Self.cutPhrases) {
      return operation == .push
        ? .cutOff(remote: remote, output: redacted) : .unreachable(remote: remote, output: redacted)
    }
    return .failed(remote: remote, output: redacted)
  }

  /// The HTTP status of the server's response, as git and curl report it; nil when there is none.
  var httpStatus: Int? {
    let match = text.lowercased().firstMatch(of: Self.status)
    return match.flatMap { Int($0.output.1) }
  }

  /// git's message for the status 404.
  private var hasNoRepository: Bool { text.contains(Self.missingRepository) }

  private static let credentialPhrases = [
    "authentication failed", "terminal prompts disabled", "could not read username", "could not read password",
    "permission denied", "invalid username or password",
    "requested url returned error: 401", "requested url returned error: 403", "access denied", "invalid credentials",
  ]

  /// Messages of ssh, OpenSSL and GnuTLS.
  private static let trustPhrases = [
    "host key verification failed", "certificate problem", "certificate verification failed",
    "certificate subject name",
  ]

  /// Messages without a connection, or about a missing repository.
  private static let unreachablePhrases = [
    "could not resolve host", "connection refused", "network is unreachable", "no route to host",
    "does not appear to be a git repository", "failed to connect", "couldn't connect", "repository not found",
    "connect to host",
  ]

  /// Messages about a lost connection, after which the response is unknown.
  private static let cutPhrases = [
    "the remote end hung up", "connection reset", "connection timed out", "operation timed out", "early eof",
    "unexpected disconnect", "could not read from remote repository", "unable to access", "rpc failed", "empty reply",
    "connection closed", "broken pipe", "unable to rewind rpc post data",
  ]

  /// The lines of the server without git's mark `remote:`.
  var ofServer: String {
    // git pads the lines with blanks, to overwrite a progress line.
    text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("remote:") }
      .map { String($0.dropFirst("remote:".count).drop { $0 == " " }).trimmingTrailingBlanks() }
      .joined(separator: "\n")
  }

  /// The output with redacted addresses: git prints them as configured, and some contain a password.
  var redacted: String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: " ", omittingEmptySubsequences: false).map { word in
        guard let start = word.firstIndex(where: \.isLetter) else { return String(word) }
        return word[..<start] + RemoteURL(String(word[start...])).redacted
      }
      .joined(separator: " ").trimmingTrailingBlanks()
    }
    .joined(separator: "\n")
  }
}
