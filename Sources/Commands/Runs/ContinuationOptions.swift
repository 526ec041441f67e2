import ArgumentParser
import Execution
import Lanes
import MartletCore

/// The options of commands that resume a run.
struct ContinuationOptions: ParsableArguments {
  @Flag(help: "Treat the interrupted `outward` command as done.")
  var skip = false

  @Flag(help: "Run the interrupted `outward` command again.")
  var `repeat` = false

  @Option(
    help: ArgumentHelp("The announcement on this channel was sent: do not send it again.", valueName: "channel"))
  var sent: [String] = []

  @Option(help: ArgumentHelp("The announcement on this channel was not sent: send it.", valueName: "channel"))
  var notSent: [String] = []

  @Flag(help: "The process that has the run is not at work any more: finish it here.")
  var takeOver = false

  @Option(
    help: ArgumentHelp("The Releasefile for the steps that are left: recorded or current.", valueName: "which"))
  var releasefile = ReleasefileChoice.recorded

  func validate() throws {
    if skip, `repeat` { throw ValidationError("`--skip` and `--repeat` together, expected one of them") }
    if let name = sent.first(where: notSent.contains) {
      throw ValidationError("`--sent \(name)` and `--not-sent \(name)` together, expected one of them")
    }
  }

  var commands: RunAssessment.UnknownCommand { skip ? .skipped : `repeat` ? .repeated : .refused }

  /// The options `--sent` and `--not-sent` by the name of the channel.
  ///
  /// - Throws: `Failure.noAnnouncement` for a channel that the run has no announcement for.
  func verdicts(of record: RunRecord) throws -> [String: AnnouncementVerdict] {
    let known = record.entries.compactMap { entry -> String? in
      if case .postMessage(let announcement) = entry.effect { announcement.name } else { nil }
    }
    if let name = (sent + notSent).first(where: { !known.contains($0) }) {
      throw Failure.noAnnouncement(on: name, known: known)
    }
    return Dictionary(sent.map { ($0, .sent) } + notSent.map { ($0, .notSent) }) { $1 }
  }
}
