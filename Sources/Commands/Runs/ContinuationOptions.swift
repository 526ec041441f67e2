import ArgumentParser
import Execution
import Lanes
import MartletCore

/// The options of commands that resume a run.
struct ContinuationOptions: ParsableArguments {
  @Flag(help: "Treat the command or the announcement that may have happened as done.")
  var skip = false

  @Flag(help: "Run that command, or post that announcement, again.")
  var `repeat` = false

  @Option(
    help: ArgumentHelp("The Releasefile for the steps that are left: recorded or head.", valueName: "which"))
  var releasefile = ReleasefileChoice.recorded

  func validate() throws {
    if skip, `repeat` { throw ValidationError("`--skip` and `--repeat` together, expected one of them") }
  }

  var choice: RunAssessment.Choice { skip ? .skipped : `repeat` ? .repeated : .none }
}
