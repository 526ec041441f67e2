import Execution
import Lanes

/// Checks that no run is left unfinished, here or in another clone.
struct RunCheck: DoctorCheck {
  static let topic = "runs"
  let session: Session
  /// Whether no remote is contacted.
  let isOffline: Bool

  func findings() throws -> [Finding] {
    let own = try session.workspace.unfinishedRun()
    let here =
      if let worker = try session.workspace.worker() {
        [ok("one is at work: \(worker)")]
      } else {
        own.map { Finding.findings(Self.topic, .fail, of: ExecutionError.unfinished($0.id, $0.start)) } ?? []
      }
    let elsewhere = try isOffline ? [] : records(except: own)
    return here.isEmpty && elsewhere.isEmpty ? [ok("none is unfinished")] : here + elsewhere
  }

  /// The records that other clones have left on the remote.
  private func records(except own: RunRecord?) throws -> [Finding] {
    // A Releasefile with mistakes has a separate finding.
    guard session.workspace.trust.isFull, (try? session.releasefile()) != nil else { return [] }
    do {
      return try session.releaseHeads().flatMap { finding(of: $0.head, except: own) }
    } catch {
      return Finding.findings(Self.topic, .warn, of: error)
    }
  }

  private func finding(of head: LaneHead, except own: RunRecord?) -> [Finding] {
    if case .unreadable(_, let failure) = head { return Finding.findings(Self.topic, .warn, of: failure) }
    guard let found = head.open, found.record.id != own?.id else { return [] }
    return [
      warn(
        "run \(found.record.id) (`\(found.record.title)`) has not ended: \(found.record.holder.description); "
          + "its record is `\(found.place.reference)` on `\(found.place.remote)`",
        hint: found.hasPushed
          ? "finish it with `martlet finish \(found.name.shellWord)`" : "undo it with `martlet undo \(found.name)`")
    ]
  }
}
