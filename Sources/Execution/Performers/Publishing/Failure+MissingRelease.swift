import Lanes
import MartletCore

extension Failure {
  /// Returns this failure as that of a release that does not exist, or that the token does not show.
  func withoutRelease(of verification: ReleaseVerification) -> Failure {
    let repository = verification.repository
    return Failure(
      "\(repository.kind.name) shows no release of the tag `\(verification.tag)` in `\(repository.name)`",
      hint:
        "check the tag with `git ls-remote --tags \(repository.remote)`, and whether a token can read the repository",
      notes: diagnostics.flatMap(\.notes), code: code)
  }
}
