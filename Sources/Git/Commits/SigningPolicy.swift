/// Whether a commit or a tag is signed.
package enum SigningPolicy: Sendable {
  /// By `commit.gpgsign` and `tag.gpgsign`, and always with a key in `MARTLET_SIGNING_KEY`.
  case configured
  case always
  case never
}

/// The kinds of signed objects.
package enum SignedKind: Sendable {
  case commit, tag

  /// The settings, each of which enables signatures. Martlet's tags correspond to `git tag --annotate`.
  fileprivate var settings: [String] {
    switch self {
    case .commit: ["commit.gpgsign"]
    case .tag: ["tag.gpgsign", "tag.forcesignannotated"]
    }
  }
}

extension Repository {
  /// Returns whether an object of `kind` is signed under `policy`.
  package func signs(_ kind: SignedKind, _ policy: SigningPolicy) -> Bool {
    switch policy {
    case .always: true
    case .never: false
    case .configured: GivenKey.isSet(in: environment) || kind.settings.contains { configurationFlag($0) == true }
    }
  }

  /// Makes a test signature, to find a missing key, program or agent before anything has changed.
  package func trySigning(now: Int64, isInteractive: Bool) throws(GitError) {
    let person = try identity(.committer, now: now)
    _ = try Signer(of: person, in: self, isInteractive: isInteractive).signature(of: Array("a trial\n".utf8))
  }

  /// Returns a detached signature of a file by the key for ssh that signs tags. Its namespace is `file`, as in ssh-keygen(1).
  package func signature(ofFile bytes: [UInt8], now: Int64, isInteractive: Bool) throws(GitError) -> String {
    try fileSigner(now: now, isInteractive: isInteractive).signature(of: bytes)
  }

  /// - Throws: `GitError.notSSH` if git signs with another kind of key.
  package func checkFileSigner(now: Int64) throws(GitError) { _ = try fileSigner(now: now, isInteractive: false) }

  private func fileSigner(now: Int64, isInteractive: Bool) throws(GitError) -> Signer {
    let person = try identity(.committer, now: now)
    let signer = try Signer(of: person, in: self, namespace: "file", isInteractive: isInteractive)
    guard signer.format == .ssh else { throw .notSSH(format: signer.format.rawValue) }
    return signer
  }
}
