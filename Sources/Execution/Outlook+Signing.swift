import Git

extension Outlook {
  /// Makes a signature that nobody keeps where one will be made: what is missing for it is found before anything is done.
  /// Once is enough, because a key may be asked for by a person.
  mutating func trySigning(_ kind: SignedKind, _ isSigned: Bool?, in workspace: Workspace) throws {
    guard !hasSigned, workspace.repository.signs(kind, SigningPolicy(isSigned)) else { return }
    try workspace.repository.trySigning(now: workspace.now, isInteractive: workspace.isInteractive)
    hasSigned = true
  }
}

extension SigningPolicy {
  /// - Parameter isSigned: What a step says; nil for nothing.
  init(_ isSigned: Bool?) {
    self = isSigned.map { $0 ? .always : .never } ?? .configured
  }
}
