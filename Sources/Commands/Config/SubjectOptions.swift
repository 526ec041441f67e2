import ArgumentParser
import Environments

/// What a key is looked up in.
enum ConfigurationSubject {
  case environment(Environment, EnvironmentQuery)
  case settings(SettingsQuery, SettingsPlace)
}

/// Whether an environment or build settings are asked about, and which.
struct SubjectOptions: ParsableArguments {
  @Option(
    name: .customLong("env"),
    help: ArgumentHelp(
      "The environment. Without it, the variables of a build or the default say.", valueName: "name"),
    completion: .environment)
  var environment: String?

  @OptionGroup var settings: SettingsOptions

  func validate() throws {
    if environment != nil, let other = settings.given {
      throw ValidationError("`--env` and `\(other)` together, expected one of them")
    }
  }

  /// Without an option that only one of them has, a key is that of an environment where the Releasefile declares some.
  ///
  /// - Throws: `SettingsCommandError.noPlace` when nothing says where to look.
  func subject(_ options: CommandOptions) throws -> ConfigurationSubject {
    let place = try SettingsPlace(options)
    guard settings.givenPlace == nil else { return try settingsSubject(in: place) }
    guard try environment != nil || place.releasefile()?.environments != nil else {
      return try settingsSubject(in: place)
    }
    return try environmentSubject(in: place)
  }

  private func settingsSubject(in place: SettingsPlace) throws -> ConfigurationSubject {
    .settings(try settings.query(in: place), place)
  }

  private func environmentSubject(in place: SettingsPlace) throws -> ConfigurationSubject {
    let query = try EnvironmentQuery(place)
    let selection = EnvironmentSelection(environment, configuration: settings.conditions.configuration)
    return .environment(try query.environment(selection), query)
  }
}
