import Lanes
import MartletCore

/// One line of a journal.
struct JournalRecord: Hashable, Sendable, Codable {
  /// The number of the line, from 1.
  let number: Int
  /// The time of the line, in seconds since 1970.
  let time: Int64
  /// The digest of the previous line; nil in the first line.
  let previous: ContentDigest?
  let event: JournalEvent
}

/// An event in a journal.
enum JournalEvent: Hashable, Sendable, Codable {
  /// The event of the first record.
  case begun(run: RunStart, origin: RunOrigin, format: Int)
  /// Another process has resumed the run.
  case resumed(origin: RunOrigin)
  /// Another clone has planned the rest of the release. The local changes are settled.
  case adopted(origin: RunOrigin)
  /// Where other clones find the record of the run. It holds its id.
  case shares(place: RecordPlace, run: String)
  /// The runs of the lane that have ended before, in a shared record.
  case former(runs: [EndedRun])
  /// The shared record is about to move to that commit.
  case moving(to: ObjectID)
  /// The shared record has moved.
  case shared(state: ObjectID)
  /// The process has stopped before the end of the run.
  case paused
  case planned(stage: PlannedStage)
  /// What the plan that was shown depends on.
  case expected(Expectation)
  /// The entry is about to be performed.
  case intended(entry: Int, change: Change)
  /// The prepared push of the entry is about to be sent. From here on it may arrive, even after this process has ended.
  case sending(entry: Int)
  /// The outcome has no output that contains a secret.
  case done(entry: Int, outcome: Outcome)
  case failed(entry: Int?, message: String)
  /// From here on entries are undone. Whether one was done is known only from files, git and the remote.
  case undoing
  /// The entry was undone, or its push or announcement certainly did not arrive.
  case undone(entry: Int)
  /// The event of the last record.
  case ended(outcome: RunOutcome)

  private enum CodingKeys: String, CodingKey {
    case begun, resumed, adopted, shares, former, moving, shared, paused, planned, expected, intended, sending, done,
      failed,
      undoing, ended
    // The name in the format of journals.
    case undone = "takenBack"
  }
}

/// A stage of a run, as it was printed.
package struct PlannedStage: Hashable, Sendable, Codable {
  package let plan: Plan
  /// Whether it is the last stage.
  package let isLast: Bool
  /// The answers given so far by name of the question, without secrets.
  package let answers: [String: String]
  /// The state of the planner after it; nil if it cannot be written down, and for a command without a lane.
  package let planner: Checkpoint?

  package init(_ plan: Plan, isLast: Bool = true, answers: [String: String] = [:], planner: Checkpoint? = nil) {
    self.plan = plan
    self.isLast = isLast
    self.answers = answers
    self.planner = planner
  }
}

/// A run of a lane that has ended, as later records of the lane name it.
package struct EndedRun: Hashable, Sendable, Codable {
  /// The number of runs that a record names.
  static let keptCount = 20

  let run: String
  let outcome: RunOutcome
}

/// How a run ended.
package enum RunOutcome: String, Hashable, Sendable, Codable {
  case done
  /// It failed or was undone, and everything was rolled back.
  case undone = "takenBack"
  /// It was ended with `martlet undo --keep`.
  case left
  /// It was finished, or ended without undoing it, in another clone.
  case elsewhere

  /// What follows the name of the run.
  package var phrase: String {
    switch self {
    case .done: "is done"
    case .undone: "has been undone"
    case .left: "was ended without undoing it"
    case .elsewhere: "was finished or ended in another clone"
    }
  }
}
