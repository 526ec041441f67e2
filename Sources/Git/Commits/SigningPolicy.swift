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

  /// Makes a test signature, to find a missing key, program or agent before anything has changed. Nothing is stored in the
  /// repository.
  package func trySigning(now: Int64, isInteractive: Bool) throws(GitError) {
    let folder = try Files.makeTemporaryDirectory(below: environment["TMPDIR"] ?? "/tmp")
    defer { Files.removeTree(folder) }
    var git = GitChange(self)
    git.variables = ["GIT_OBJECT_DIRECTORY": folder]
    let tree = try git.object(of: ["mktree"], to: "make a tree")
    _ = try storeCommit(
      of: tree, on: [], message: "A trial", now: now, signing: .always, isInteractive: isInteractive, in: folder)
  }
}
