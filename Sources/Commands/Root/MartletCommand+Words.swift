import MartletCore
import Steps

/// Command names and help topics.
extension MartletCommand {
  /// The name of each command, split into words: `bump`, `config` and `config get`.
  static var names: [[String]] {
    configuration.subcommands.map { $0.configuration }.flatMap { command in
      let name = [command.commandName].compactMap { $0 }
      return [name] + command.subcommands.compactMap { $0.configuration.commandName }.map { name + [$0] }
    }
  }

  /// The other topics of `help`, with the command that prints the page of each step or error code.
  static var topics: [String: [String]] {
    let failures = FailureCode.allCases.map { ($0.rawValue, ["explain", $0.rawValue]) }
    let steps = StepReference.all(of: .standard).flatMap { step in
      (step.foreignNames + [step.keyword]).map { ($0, ["steps", step.keyword]) }
    }
    let others = actionsWithoutStep.flatMap { step, names in names.map { ($0, ["steps", step]) } }
    // `release` is a lane, not a command, but users look for it.
    return Dictionary(failures + others + steps + [("release", ["run", "--help"])]) { $1 }
  }

  /// Actions of other tools without an equivalent step, with the step that users need for them: mostly a command.
  private static let actionsWithoutStep = [
    "run": [
      "build_app", "capture_screenshots", "cert", "deliver", "gym", "match", "notarize", "pilot", "pod_lib_lint",
      "pod_push", "run_tests", "scan", "sigh", "snapshot", "swiftlint", "sync_code_signing", "testflight",
      "upload_to_app_store", "upload_to_testflight",
    ],
    "bump_build": ["app_store_build_number", "latest_testflight_build_number", "number_of_commits"],
    "ensure_up_to_date": ["git_pull"], "tap": ["homebrew"],
  ]
}
