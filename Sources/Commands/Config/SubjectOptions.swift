import ArgumentParser
import Environments

/// The environment or the build settings that contain a key.
enum ConfigurationSubject {
  case environment(Environment, EnvironmentQuery)
  case settings(SettingsQuery, SettingsContext)
}

/// The options that select an environment or build settings.
struct SubjectOptions: ParsableArguments {
  @Option(
    name: .customLong("env"),
    help: ArgumentHelp(
      "The environment; by default, that of the build variables, or the declared default.", valueName: "name"),
    completion: .environment)
  var environment: String?

  @OptionGroup var settings: SettingsOptions

  func validate() throws {
    if environment != nil, let other = settings.given {
      throw ValidationError("`--env` and `\(other)` together, expected one of them")
    }
  }

  /// Returns the selected subject. Without an option for one of them, it is an environment if the Releasefile declares
  /// any.
  ///
  /// - Throws: `SettingsCommandError.noPlace` when nothing selects one.
  func subject(_ options: CommandOptions) throws -> ConfigurationSubject {
    let place = try SettingsContext(options)
    guard settings.givenPlace == nil else { return try settingsSubject(in: place) }
    guard try environment != nil || place.releasefile()?.environments != nil else {
      return try settingsSubject(in: place)
    }
    return try environmentSubject(in: place)
  }

  private func settingsSubject(in place: SettingsContext) throws -> ConfigurationSubject {
    .settings(try settings.query(in: place), place)
  }

  private func environmentSubject(in place: SettingsContext) throws -> ConfigurationSubject {
    let query = try EnvironmentQuery(place)
    let selection = EnvironmentSelection(environment, configuration: settings.conditions.configuration)
    return .environment(try query.environment(selection), query)
  }
}
