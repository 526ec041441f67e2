import MartletTextEditing
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
    // `release` is a lane, not a command, but users look for it.
    return Dictionary(failures + steps + [("release", ["run", "--help"])]) { $1 }
  }
}
