import MartletCore

/// The trailer `Martlet-Lane: release` in the message of a tag whose release has a record on the remote. A tag with it and without
/// such a record is a release that a user may still have to finish.
package enum RecordedLane {
  private static let trailer = "Martlet-Lane"

  /// Returns `message` with the trailer.
  package static func adding(_ lane: String, to message: String) -> String {
    TrailerBlock.adding(trailer, lane, to: message)
  }

  /// Returns the lane that the message of a tag names; nil for none.
  ///
  /// - Parameter message: Without a signature.
  package static func lane(in message: some Collection<UInt8>) -> String? {
    TrailerBlock(of: message).value(of: trailer)
  }
}

extension Draft {
  /// The lane of the run, if its release has a record on a remote; nil otherwise.
  package func recordedLane() throws -> String? {
    guard let laneName, wholeReleasefile.keepsRecords, wholeReleasefile.reachesServices(inLaneNamed: laneName),
      try !workspace.remoteNames().isEmpty
    else { return nil }
    return laneName
  }
}
