import MartletTextEditing
import MartletVersioning

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
    /// The digest of the Releasefile.
    package let releasefile: ContentDigest
    /// The folder of `--artifacts`; nil without one, and in older journals.
    package let artifacts: String?

    package init(lane: String, arguments: [String: String], releasefile: ContentDigest, artifacts: String? = nil) {
      self.lane = lane
      self.arguments = arguments
      self.releasefile = releasefile
      self.artifacts = artifacts
    }
  }

  /// The tag from which a run without a journal was reconstructed.
  package struct Trace: Hashable, Sendable, Codable {
    package let tag: String
    /// The number of stages when its new journal was begun. A journal with fewer is incomplete.
    let stageCount: Int
  }

  /// The name of the lane; for a lane without a name, the command.
  package let title: String
  package let part: Part
  /// Nil for a command without a lane name: it has one stage, so its plan is enough to resume it.
  package let call: Call?
  /// Nil for a run with its original journal.
  package private(set) var trace: Trace?

  package init(title: String, part: Part = .main, call: Call? = nil) {
    self.title = title
    self.part = part
    self.call = call
  }

  func traced(by trace: PlanTrace, stageCount: Int) -> RunStart {
    var start = self
    start.trace = Trace(tag: trace.tag, stageCount: stageCount)
    return start
  }
}

/// Where a run was started, and by which process.
package struct RunOrigin: Hashable, Sendable, Codable {
  /// The process ID.
  package let process: Int32
  package let host: String
  /// An ID of the machine that does not change with its name; nil in older journals and on systems without one.
  package var machine: String?
  /// The top folder of its working tree.
  package let workTree: String
  /// The start time, in seconds since 1970.
  package let time: Int64
  /// The name that git uses for the working tree, empty for the main one; nil in older journals. It stays the same when
  /// the folder is moved.
  var workTreeName: String?

  /// Returns whether the run was on the machine of `other`, so that leftovers of its processes can be found.
  func isOnMachine(of other: RunOrigin) -> Bool {
    if let machine, let otherMachine = other.machine { return machine == otherMachine }
    return host == other.host
  }
}
