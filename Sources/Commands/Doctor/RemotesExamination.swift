import Git
import Lanes
import TextEditing

/// Whether the remotes can be reached, and take a push of several references all or none.
struct RemotesExamination: Examination {
  static let topic = "remotes"
  let session: Session
  let repository: Repository
  /// Whether nobody is asked.
  let isOffline: Bool

  /// How long each remote may take.
  private static let limit = Duration.seconds(15)

  func findings() throws -> [Finding] {
    let names = try repository.remoteNames()
    guard !names.isEmpty else { return [warn("none", hint: "add one with `git remote add origin URL`")] }
    let isAsked = !isOffline && repository.gitProgram.isThere
    let destination = try repository.head().branch.flatMap { try repository.pushDestination(ofBranch: $0) }?.remote
    var findings = try names.flatMap { name in
      let address = try repository.remoteURL(name)?.redacted ?? ""
      guard isAsked else { return [ok("`\(name)`, \(address), was not asked")] }
      return try answer(of: name, at: address, isPushedTo: name == destination)
    }
    if destination == nil, let branch = try repository.head().branch {
      findings.append(
        warn(
          "nothing says where `\(branch)` is pushed to",
          hint: "choose with `git config remote.pushDefault \(names[0].shellWord)`"))
    }
    return findings
  }

  /// What a remote does not let be done is a failure where the branch is pushed to.
  private func answer(of name: String, at address: String, isPushedTo: Bool) throws -> [Finding] {
    let probe = RemoteProbe(of: repository, pushing: try repository.head().commit, within: Self.limit)
    do {
      try probe.run(on: name)
      return [ok("`\(name)`, \(address), takes branch and tag together")]
    } catch {
      return Finding.findings(Self.topic, isPushedTo && !isBearable(error) ? .fail : .warn, of: error)
    }
  }

  /// Whether a release would get over it: by `push: {atomic: false}`, or because somebody can be asked who is there.
  private func isBearable(_ error: TransportError) -> Bool {
    switch error {
    case .noAtomicPush: true
    case .credentials: session.respondent == .person
    case .program, .noRemote, .invalidReference, .localPath, .nonFastForward, .moved, .tagExists, .declined,
      .hookFailed, .untrusted, .unreachable, .silent, .badStatus, .noGitServer, .cutOff, .notThere, .outcomeUnknown,
      .interrupted, .stopped, .partial,
      .failed:
      false
    }
  }
}
