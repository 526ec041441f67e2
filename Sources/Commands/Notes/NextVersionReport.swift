import Lanes
import MartletCore
import Steps

/// The next version as JSON, with the reasons.
struct NextVersionReport: Report {
  struct ReasonReport: Encodable {
    let name: String
    let text: String
  }

  let schema = 1
  /// The next version, or the current one when there is nothing to release.
  let next: String
  var release = true
  var level: ReleaseLevel?
  /// The tag of the last release.
  var since: String?
  var commits: Int?
  var reasons: [ReasonReport] = []

  init(_ version: Version) { next = version.description }

  init(_ release: NextRelease, in draft: Draft) throws {
    next = try release.versionOrCurrent(in: draft).description
    self.release = release.version != nil
    level = release.decision.level
    since = release.history.released?.tag
    commits = release.history.list.commitCount
    reasons = release.decision.reasons.map { ReasonReport(name: $0.name, text: $0.text) }
  }
}
