import Lanes
import MartletCore

/// How a run began: what is needed to resume and to describe it.
package struct RunStart: Hashable, Sendable, Codable {
  /// The part of a user's command that a run performs.
  package enum Part: String, Hashable, Sendable, Codable {
    case main
    /// The `on_error` or `finally` steps. They run once and cannot be resumed.
    case handlers
  }

  /// The call of a lane.
  package struct Call: Hashable, Sendable, Codable {
    package let lane: String
    /// The values of its parameters, without secrets.
    package let arguments: [String: String]
    /// The path and the contents of the Releasefile.
    package let path: RelativePath
    package var releasefile: Blob
    /// The folder of `--artifacts`; nil without one.
    package let artifacts: String?

    package init(lane: String, arguments: [String: String], releasefile: SourceText, artifacts: String? = nil) {
      self.lane = lane
      self.arguments = arguments
      path = releasefile.path
      self.releasefile = Blob(bytes: releasefile.fileBytes)
      self.artifacts = artifacts
    }
  }

  /// The name of the lane; for a lane without a name, the command.
  package let title: String
  package let part: Part
  /// Nil for a command without a lane name: it has one stage, so its plan is enough to resume it.
  package var call: Call?

  package init(title: String, part: Part = .main, call: Call? = nil) {
    self.title = title
    self.part = part
    self.call = call
  }
}

/// Where a run was started, and by which process.
package struct RunOrigin: Hashable, Sendable, Codable {
  /// The process ID.
  package let process: Int32
  package let host: String
  /// An ID of the machine that does not change with its name; nil on systems without one.
  package var machine: String?
  /// The top folder of its working tree.
  package var workTree: String
  /// The start time, in seconds since 1970.
  package let time: Int64
  /// The name that git uses for the working tree, empty for the main one; nil in records of other clones. It stays the same
  /// when the folder is moved.
  var workTreeName: String?
  /// The start of the machine, and the space of process numbers; nil if the system does not provide them.
  var boot: String?
  /// The job of a CI system; nil outside of one.
  var job: PipelineJob?

  /// Returns whether the run was on the machine of `other`, so that leftovers of its processes can be found.
  func isOnMachine(of other: RunOrigin) -> Bool {
    if let machine, let otherMachine = other.machine { return machine == otherMachine }
    return host == other.host
  }
}
