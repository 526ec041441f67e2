import Lanes
import MartletCore

extension Draft {
  /// Refuses a version below a release that another branch has, on the main branch of the remote: releases are made
  /// elsewhere, and HEAD does not know of them. Any other branch may continue an older line.
  func refuseBelowReleasesElsewhere(_ version: Version?) throws {
    guard let version, let release = try releaseElsewhere(above: version) else { return }
    throw Failure.belowReleaseElsewhere(version, release)
  }

  /// Returns the highest release after `version` that HEAD does not contain; nil without one, and where HEAD is not known
  /// to contain the main branch. That the main branch contains HEAD means nothing: fixes of an older line are merged forward.
  private func releaseElsewhere(above version: Version) throws -> ReleaseHistory.Release? {
    let later = try releases().first { !$0.version.isPrerelease }
    guard let later, version.precedes(later.version), let head = try head().commit,
      try firstAncestor(of: head, among: [later.commit]) == nil,
      let main = try mainCommit()
    else { return nil }
    return try firstAncestor(of: head, among: [main]) == nil ? nil : later
  }

  /// The commit of the main branch of the remote as of the last fetch; nil where git does not know that branch.
  private func mainCommit() throws -> ObjectID? {
    for remote in try workspace.remoteNames() {
      if let commit = try workspace.commit(named: "refs/remotes/\(remote)/HEAD") { return commit }
    }
    return nil
  }
}

extension Failure {
  fileprivate static func belowReleaseElsewhere(_ version: Version, _ release: ReleaseHistory.Release) -> Failure {
    Failure(
      "`\(version)` does not come after `\(release.version)`: another branch has the tag `\(release.tag)`, which HEAD does not contain",
      hint:
        "choose a version after `\(release.version)`; to set this one anyway, add `--allow-lower` (in a Releasefile "
        + "`allow_lower: true`)"
    ).permanent
  }
}
