import Lanes
import MartletTextEditing
import Steps

/// Checks that the newest release is published, if a lane publishes releases.
struct ReleaseCheck: DoctorCheck {
  static let topic = "release"
  let session: Session
  /// Whether no forge is queried.
  let isOffline: Bool

  func findings() throws -> [Finding] {
    guard !isOffline, let draft = try? session.draft() else { return [] }
    for lane in draft.releasefile.publicLanes {
      do {
        try session.checkNewestRelease(ofLaneNamed: lane.name, in: draft)
      } catch let error as UnfinishedRelease {
        return Finding.findings(Self.topic, .warn, of: error)
      }
    }
    return []
  }
}
