import ArgumentParser
import Environments

/// The options that select an environment.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    name: .customLong("env"),
    help: ArgumentHelp(
      "The environment; by default, that of the build variables, or the declared default.", valueName: "name"),
    completion: .environment)
  var environment: String?

  @Option(
    help: ArgumentHelp("The build configuration whose .xcconfig file selects the environment.", valueName: "name"))
  var configuration: String?

  func validate() throws {
    if environment != nil, configuration != nil {
      throw ValidationError("`--env` and `--configuration` together, expected one of them")
    }
  }

  /// The option that was given; nil for none.
  var given: String? { environment != nil ? "--env" : configuration != nil ? "--configuration" : nil }

  var selection: EnvironmentSelection { EnvironmentSelection(environment, configuration: configuration) }
}

extension EnvironmentSelection {
  /// Creates a selection from the values of the two options.
  init(_ environment: String?, configuration: String?) {
    self =
      environment.map(EnvironmentSelection.named) ?? configuration.map(EnvironmentSelection.configuration)
      ?? .byVariables
  }
}
