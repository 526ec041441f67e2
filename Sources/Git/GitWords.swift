import TextEditing

/// What git has written to standard error when it could not do what it was told: in the C locale, in words of git, ssh,
/// curl and servers.
struct GitWords {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// What it means when git could not talk to a remote; where it says nothing known, it is passed on.
  func failure(at remote: String) -> TransportError {
    let lowercased = text.lowercased()
    func has(_ phrases: [String]) -> Bool { phrases.contains { lowercased.contains($0) } }
    if has(["does not support --atomic"]) { return .noAtomicPush(remote: remote) }
    if has(Self.trustPhrases) { return .untrusted(remote: remote, output: redacted) }
    if has(Self.credentialPhrases) { return .credentials(remote: remote, output: redacted) }
    if has(Self.unreachablePhrases) { return .unreachable(remote: remote, output: redacted) }
    if has(Self.cutPhrases) { return .cutOff(remote: remote, output: redacted) }
    return .failed(remote: remote, output: redacted)
  }

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
