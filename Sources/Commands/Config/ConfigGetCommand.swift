import ArgumentParser
import Environments
import TextEditing

struct ConfigGetCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print the value of one key of an environment, or of one build setting, and nothing else.",
    usage: "martlet config get <key> [--env <name> | --xcconfig <file>] [options]",
    discussion: """
      Examples:
        martlet config get BaseApiUrl --env Production
        martlet config get Server.Port --configuration Release
        martlet config get BASE_URL --xcconfig Configuration/Release.xcconfig
        martlet config get BASE_URL --xcconfig App.xcconfig --configuration Debug --sdk iphoneos

      What is not set is an error; what is set to nothing is an empty line.
      """)

  @Argument(help: "The key, with a dot before a part of a dictionary; or the name of the setting.")
  var key: String

  @Option(name: .customLong("env"), help: ArgumentHelp("The environment.", valueName: "name"))
  var environment: String?

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var options: CommandOptions

  func validate() throws {
    if environment != nil, settings.xcconfig != nil {
      throw ValidationError("`--env` and `--xcconfig` together, expected one of them")
    }
  }

  func run() throws {
    if let query = try environmentQuery() { return try printValue(query) }
    let place = try SettingsPlace(options)
    let query = try settings.query(in: place)
    place.report(query.problems)
    guard let value = try query.scope.expansion(of: key)?.string else {
      throw SettingsCommandError.unknownSetting(key, in: query.title, known: query.names)
    }
    place.console.print(try options.json ? SettingReport(key: key, value: value).json() : value)
  }
}

extension ConfigGetCommand {
  /// The project's configuration; nil when a build setting is meant.
  private func environmentQuery() throws -> EnvironmentQuery? {
    guard settings.xcconfig == nil else { return nil }
    if environment != nil { return try EnvironmentQuery(options) }
    // Without any option that says it, a key is that of an environment where the Releasefile declares them.
    guard let session = try SettingsPlace(options).session, try session.releasefile()?.environments != nil else {
      return nil
    }
    return try EnvironmentQuery(session)
  }

  private func printValue(_ query: EnvironmentQuery) throws {
    let selection = EnvironmentSelection(environment, configuration: settings.conditions.configuration)
    let environment = try query.environment(selection)
    let key = try query.key(key)
    guard let value = environment.values[key] else {
      throw EnvironmentError([
        .unknownKey(key, environment: environment.name, known: environment.leaves.map(\.key.description))
      ])
    }
    if case .secret(let secret) = value.content {
      throw EnvironmentError([.secretIsPrivate(key, secret.declaration.source)])
    }
    let report = ValueReporter(environment, in: query).report(of: key, value)
    guard !options.json else {
      return query.session.console.print(
        try EnvironmentValueReport(environment: environment.name, key: report.key, value: report.value).json())
    }
    query.session.console.print(try report.value.plainText ?? report.value.jsonText())
  }
}

/// The value of one key of an environment as JSON.
struct EnvironmentValueReport: Report {
  let schema = 1
  let environment: String
  let key: String
  let value: ReportedValue
}

/// The value of one setting as JSON.
struct SettingReport: Report {
  let schema = 1
  let key: String
  let value: String
}
