/// Whether a commit or a tag is signed.
package enum SigningPolicy: Sendable {
  /// As `commit.gpgsign` and `tag.gpgsign` say, and always where a key is given by `MARTLET_SIGNING_KEY`.
  case configured
  case always
  case never
}

/// What can be signed.
package enum SignedKind: Sendable {
  case commit, tag

  /// The settings each of which turns signatures on: what we tag is what `git tag --annotate` makes.
  fileprivate var settings: [String] {
    switch self {
    case .commit: ["commit.gpgsign"]
    case .tag: ["tag.gpgsign", "tag.forcesignannotated"]
    }
  }
}

extension Repository {
  /// Whether what is made under `policy` gets a signature.
  package func signs(_ kind: SignedKind, _ policy: SigningPolicy) -> Bool {
    switch policy {
    case .always: true
    case .never: false
    case .configured: GivenKey.isSet(in: environment) || kind.settings.contains { configurationFlag($0) == true }
    }
  }

  /// Makes a signature that nobody keeps, as for a commit or tag made now: a key, program or agent that is missing is
  /// found before anything has changed.
  package func trySigning(now: Int64, isInteractive: Bool) throws(GitError) {
    let person = try identity(.committer, now: now)
    _ = try Signer(of: person, in: self, isInteractive: isInteractive).signature(of: Array("a trial\n".utf8))
  }
}
