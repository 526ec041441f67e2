import Foundation
import Git

/// Whether what git is told to sign can be signed.
struct SigningExamination: Examination {
  static let topic = "signing"
  let repository: Repository
  /// Whether the program may ask for a passphrase.
  let isInteractive: Bool

  func findings() throws -> [Finding] {
    let kinds: [(SignedKind, String)] = [(.commit, "commits"), (.tag, "tags")]
    let signed = kinds.filter { repository.signs($0.0, .configured) }.map(\.1)
    guard !signed.isEmpty else { return [ok("off")] }
    try repository.trySigning(now: Int64(Date().timeIntervalSince1970), isInteractive: isInteractive)
    return [ok("\(signed.joined(separator: " and ")) are signed, and a trial has worked")]
  }
}
