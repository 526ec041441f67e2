import TextEditing
import Versioning

/// How a run began: what is needed to go on with it, and to say what it was.
package struct RunStart: Hashable, Sendable, Codable {
  /// What a run is to the one that a person asked for.
  package enum Part: String, Hashable, Sendable, Codable {
    case main
    /// What `on_error` and `finally` declare. It is done once, and nobody goes on with it.
    case handlers
  }

  /// A lane as it was called.
  package struct Call: Hashable, Sendable, Codable {
    package let lane: String
    /// The values of its parameters, without the secret ones.
    package let arguments: [String: String]
    /// The Releasefile that was read.
    package let releasefile: ContentDigest

    package init(lane: String, arguments: [String: String], releasefile: ContentDigest) {
      self.lane = lane
      self.arguments = arguments
      self.releasefile = releasefile
    }
  }

  /// The tag by which a run without a journal was found again.
  package struct Trace: Hashable, Sendable, Codable {
    package let tag: String
    /// How many stages its new journal was begun with: one with fewer was never whole.
    let stageCount: Int
  }

  /// The lane's name; for a lane without one, the command.
  package let title: String
  package let part: Part
  /// Nil for a command that is a lane without a name: it has one stage, so its plan is enough to go on.
  package let call: Call?
  /// Nil for a run that has had this journal from its beginning.
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

/// Where and by whom a run was begun.
package struct RunOrigin: Hashable, Sendable, Codable {
  /// The process' number.
  package let process: Int32
  package let host: String
  /// What tells the machine from others where its name may change; nil in journals and on systems without it.
  package var machine: String?
  /// The top folder of its working tree.
  package let workTree: String
  /// Seconds since 1970.
  package let time: Int64
  /// Git's name of the working tree, empty for the main one; nil in journals of older versions. It stays when the folder
  /// is moved.
  var workTreeName: String?

  /// Whether the run was on the machine of `other`: what processes left there can be found.
  func isOnMachine(of other: RunOrigin) -> Bool {
    if let machine, let otherMachine = other.machine { return machine == otherMachine }
    return host == other.host
  }
}
