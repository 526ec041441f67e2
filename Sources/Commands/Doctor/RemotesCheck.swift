import Git
import Lanes
import MartletCore

/// Checks that the remotes can be reached, and that they accept atomic pushes.
struct RemotesCheck: DoctorCheck {
  static let topic = "remotes"
  let session: Session
  let repository: Repository
  /// Whether no remote is contacted.
  let isOffline: Bool

  /// The timeout for each remote.
  private static let limit = Duration.seconds(15)

  func findings() throws -> [Finding] {
    let names = repository.remoteNames()
    guard !names.isEmpty else { return [warn("none", hint: "add one with `git remote add origin URL`")] }
    let destination = try repository.head().branch.flatMap { repository.pushDestination(ofBranch: $0) }?.remote
    var findings = try names.flatMap { name in
      let address = repository.remoteURL(name)?.redacted ?? ""
      guard !isOffline, isAllowed(name) else { return [ok("`\(name)`, \(address), was not contacted")] }
      return try answer(of: name, at: address, isPushedTo: name == destination)
    }
    let hidden = repository.hiddenSettings
    if !isOffline, !hidden.isEmpty {
      findings.append(
        warn(
          "settings of `.git/config` that can run programs are not used here: \(hidden.quotedList)",
          hint: "declare those that you trust in your own configuration, with `git config --global`"))
    }
    if destination == nil, let branch = try repository.head().branch {
      findings.append(
        warn(
          "no remote is configured for pushes of `\(branch)`",
          hint: "set one with `git config remote.pushDefault \(names[0].shellWord)`"))
    }
    return findings
  }

  /// Whether the pipeline may contact the remote `name`.
  private func isAllowed(_ name: String) -> Bool {
    session.workspace.trust.isFull || name == "origin" || repository.isOnHostOfOrigin(name)
  }

  /// Returns the finding for one remote. A refusal is a failure only for the remote of the branch.
  private func answer(of name: String, at address: String, isPushedTo: Bool) throws -> [Finding] {
    let probe = RemoteProbe(of: repository, pushing: try repository.head().commit, within: Self.limit)
    do {
      try probe.run(on: name)
      return [ok("`\(name)`, \(address), accepts branch and tag in one atomic push")]
    } catch {
      return Finding.findings(Self.topic, isPushedTo && !isAcceptable(error) ? .fail : .warn, of: error)
    }
  }

  /// Whether a release can still succeed: with `push: {atomic: false}`, or because the user can enter credentials.
  private func isAcceptable(_ error: TransportError) -> Bool {
    switch error {
    case .noAtomicPush: true
    case .credentials: session.respondent == .person
    case .program, .noRemote, .unencrypted, .invalidReference, .nonFastForward, .moved, .tagExists, .declined,
      .hookFailed, .untrusted, .unreachable, .silent, .badStatus, .noGitServer, .cutOff, .notThere, .outcomeUnknown,
      .interrupted, .stopped, .partial,
      .failed:
      false
    }
  }
}
