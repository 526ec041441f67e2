import ArgumentParser
import Environments

/// Which environment is meant.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    name: .customLong("env"),
    help: ArgumentHelp("The environment. Without it, the variables of a build or the default say.", valueName: "name"),
    completion: .environment)
  var environment: String?

  @Option(
    help: ArgumentHelp("The build configuration whose .xcconfig file says the environment.", valueName: "name"))
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
  /// What the two options say.
  init(_ environment: String?, configuration: String?) {
    self =
      environment.map(EnvironmentSelection.named) ?? configuration.map(EnvironmentSelection.configuration)
      ?? .byVariables
  }
}
