import Lanes

/// Where the record of a lane's run is kept so that every clone finds it: one reference of a remote.
package struct RecordPlace: Hashable, Sendable, Codable {
  package let remote: String
  /// The full name, such as `refs/martlet/runs/release`.
  package let reference: String

  static let prefix = "refs/martlet/runs/"

  package init(ofLaneNamed lane: String, on remote: String) { self.init(at: "\(Self.prefix)\(lane)", on: remote) }

  /// The lane, which the reference ends in.
  package var lane: String { String(reference.trimmingPrefix(Self.prefix)) }

  init(at reference: String, on remote: String) {
    (self.remote, self.reference) = (remote, reference)
  }
}

extension [Plan.Entry] {
  /// Whether they need a record that other clones find: not if a single atomic push is all that happens outside.
  package var needSharedRecord: Bool {
    let pushes = count { if case .pushRefs = $0.effect { true } else { false } }
    return pushes > 1 || contains(where: \.effect.reachesService)
  }
}
