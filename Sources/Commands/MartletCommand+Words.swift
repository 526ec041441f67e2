import Steps
import TextEditing

/// How the words of a command line become a command.
extension MartletCommand {
  /// The words of each command: `bump`, and `config get` beside `config`.
  static var names: [[String]] {
    configuration.subcommands.map { $0.configuration }.flatMap { command in
      let name = [command.commandName].compactMap { $0 }
      return [name] + command.subcommands.compactMap { $0.configuration.commandName }.map { name + [$0] }
    }
  }

  /// What `help` shows beside commands: the orders for the pages of steps and failures.
  static var topics: [String: [String]] {
    let failures = FailureCode.allCases.map { ($0.rawValue, ["explain", $0.rawValue]) }
    let steps = StepReference.all(of: .standard).flatMap { step in
      (step.foreignNames + [step.keyword]).map { ($0, ["steps", step.keyword]) }
    }
    // What people come for, though it is the name of a lane and not of a command.
    return Dictionary(failures + steps + [("release", ["run", "--help"])]) { $1 }
  }
}
