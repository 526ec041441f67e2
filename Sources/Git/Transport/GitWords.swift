import TextEditing

/// What git has written to standard error when it could not do what it was told: in the C locale, in words of git, ssh,
/// curl and servers.
struct GitWords {
  private let text: String

  /// - Parameter text: May have lines in it that show progress; they are left out.
  init(_ text: String) {
    self.text = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .filter { line in !Self.progressMarks.contains { line.hasPrefix($0) || line.hasPrefix("remote: \($0)") } }
      .joined(separator: "\n")
  }

  /// What git and servers show of their progress with `--progress`.
  private static let progressMarks = [
    "Enumerating objects:", "Counting objects:", "Compressing objects:", "Writing objects:", "Delta compression using",
    "Total ", "Receiving objects:", "Resolving deltas:", "Unpacking objects:", "Updating files:",
  ]

  /// What it means when git could not do `operation` with the remote `remote`; where it says nothing known, it is passed on.
  ///
  /// - Parameter silence: How long curl may wait without progress.
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
    // Only what was sent may have arrived.
    if has(Self.cutPhrases) {
      return operation == .push
        ? .cutOff(remote: remote, output: redacted) : .unreachable(remote: remote, output: redacted)
    }
    return .failed(remote: remote, output: redacted)
  }

  /// The HTTP status that the server answered with, as curl and libgit2 say it; nil when none is named.
  var httpStatus: Int? {
    let match = text.lowercased().firstMatch(
      of: /(?:requested url returned error:|rpc failed; http|unexpected http status code:) ([1-5][0-9]{2})/)
    return match.flatMap { Int($0.output.1) }
  }

  /// git's words for the status 404.
  private var hasNoRepository: Bool { text.contains(/repository '.*' not found/) }

  private static let credentialPhrases = [
    "authentication failed", "terminal prompts disabled", "could not read username", "could not read password",
    "permission denied", "invalid username or password",
    "requested url returned error: 401", "requested url returned error: 403", "access denied", "invalid credentials",
  ]

  /// Of ssh, of OpenSSL and of GnuTLS.
  private static let trustPhrases = [
    "host key verification failed", "certificate problem", "certificate verification failed",
    "certificate subject name",
  ]

  /// Nobody has been talked to, or has said that there is nothing to talk about.
  private static let unreachablePhrases = [
    "could not resolve host", "connection refused", "network is unreachable", "no route to host",
    "does not appear to be a git repository", "failed to connect", "couldn't connect", "repository not found",
    "connect to host",
  ]

  /// Somebody may have been talked to, and the answer has not come.
  private static let cutPhrases = [
    "the remote end hung up", "connection reset", "connection timed out", "operation timed out", "early eof",
    "unexpected disconnect", "could not read from remote repository", "unable to access", "rpc failed", "empty reply",
    "connection closed", "broken pipe", "unable to rewind rpc post data",
  ]

  /// The lines that the server wrote, which git marks with `remote:`, without the mark.
  var ofServer: String {
    // git fills the lines up with blanks, to wipe out a progress line that may stand there.
    text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("remote:") }
      .map { String($0.dropFirst("remote:".count).drop { $0 == " " }).trimmingTrailingBlanks() }
      .joined(separator: "\n")
  }

  /// All of it; git shows addresses as they are configured, and some hold a password.
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
