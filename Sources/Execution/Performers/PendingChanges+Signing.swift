import Git

extension PendingChanges {
  /// Makes a test signature if one will be needed, so that problems are found before anything is done. It does so once,
  /// because the user may have to enter a passphrase.
  mutating func trySigning(_ kind: SignedKind, _ isSigned: Bool?, in workspace: Workspace) throws {
    guard workspace.repository.signs(kind, SigningPolicy(isSigned)) else { return }
    try trySigning(in: workspace)
  }

  /// Makes a test signature, unless there was one.
  mutating func trySigning(in workspace: Workspace) throws {
    guard !hasSigned else { return }
    try workspace.repository.trySigning(now: workspace.now, isInteractive: workspace.isInteractive)
    hasSigned = true
  }
}

extension SigningPolicy {
  /// - Parameter isSigned: The value in the step; nil for none.
  init(_ isSigned: Bool?) {
    self = isSigned.map { $0 ? .always : .never } ?? .configured
  }
}
