import Git

/// Checks that commits and tags can be signed, if git is configured to sign them.
struct SigningCheck: DoctorCheck {
  static let topic = "signing"
  let repository: Repository
  /// Seconds since 1970.
  let now: Int64
  /// Whether the signing program may prompt for a passphrase.
  let isInteractive: Bool

  func findings() throws -> [Finding] {
    let kinds: [(SignedKind, String)] = [(.commit, "commits"), (.tag, "tags")]
    let signed = kinds.filter { repository.signs($0.0, .configured) }.map(\.1)
    guard !signed.isEmpty else { return [ok("off")] }
    try repository.trySigning(now: now, isInteractive: isInteractive)
    return [ok("\(signed.joined(separator: " and ")) are signed, and a trial signature succeeded")]
  }
}
