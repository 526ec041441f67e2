import Lanes
import TextEditing
import Versioning

/// One line of a journal.
struct JournalRecord: Hashable, Sendable, Codable {
  /// From 1.
  let number: Int
  /// Seconds since 1970.
  let time: Int64
  /// The digest of the line before; nil in the first.
  let previous: ContentDigest?
  let event: JournalEvent
}

/// What a journal is told.
enum JournalEvent: Hashable, Sendable, Codable {
  /// The first record.
  case begun(run: RunStart, origin: RunOrigin, format: Int)
  /// Another process has taken the run up.
  case resumed(origin: RunOrigin)
  case planned(stage: PlannedStage)
  /// What files hold that stages will write which are not planned yet: when the run begins, and when a command has changed them.
  case foreseen(files: [CommittedFile])
  /// The entry is about to be performed.
  case intended(entry: Int, change: Change)
  /// - output: What the command captured, unless it holds a secret.
  /// - release: The release that the entry published.
  /// - files: The declared outputs of the command, as it left them; nil without outputs, and in old journals.
  case done(entry: Int, output: String?, files: [CommittedFile]? = nil, release: ReleaseResult? = nil)
  case failed(entry: Int?, message: String)
  /// From here on entries are taken back: what was done is known from the world alone.
  case undoing
  case takenBack(entry: Int)
  /// The last record.
  case ended(outcome: RunOutcome)
}

/// A stage of a run, as it was shown.
package struct PlannedStage: Hashable, Sendable, Codable {
  package let plan: Plan
  /// Whether no other stage comes after it.
  package let isLast: Bool
  /// What had been answered by then, by the question's name, without secrets.
  package let answers: [String: String]

  package init(_ plan: Plan, isLast: Bool = true, answers: [String: String] = [:]) {
    self.plan = plan
    self.isLast = isLast
    self.answers = answers
  }
}

/// How a run ended.
package enum RunOutcome: String, Hashable, Sendable, Codable {
  case done
  /// It failed or was undone, and all that it had done was taken back.
  case takenBack
  /// Somebody decided that it stays as it is.
  case left
}
