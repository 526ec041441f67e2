import ArgumentParser
import Environments
import MartletCore

struct ConfigGetCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print only the value of one key of an environment, or of one build setting.",
    usage: "martlet config get <key> [options]",
    discussion: """
      Examples:
        martlet config get BaseApiUrl --env Production
        martlet config get Server.Port --configuration Release
        martlet config get BASE_URL --xcconfig Configuration/Release.xcconfig
        martlet config get OTHER_LDFLAGS --target App --sdk iphoneos26.0 --list

      An unset key is an error; an empty value is an empty line.
      """)

  @Argument(help: "The key, with dots between nested names, or the name of the setting.")
  var key: String

  @Flag(help: "Print the elements of a list, one per line. A setting is split as in a build.")
  var list = false

  @OptionGroup var subject: SubjectOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    switch try subject.subject(options) {
    case .environment(let environment, let query): try printValue(of: environment, in: query)
    case .settings(let query, let place): try printSetting(of: query, in: place.console)
    }
  }
}

extension ConfigGetCommand {
  private func printValue(of environment: Environment, in query: EnvironmentQuery) throws {
    let report = try query.report(of: key, in: environment)
    if options.json {
      let value = EnvironmentValueReport(environment: environment.name, key: report.key, value: report.value)
      try query.console.print(value.json())
    } else {
      for value in list ? report.value.elements : [report.value] {
        try query.console.printQuoted(value.plainText ?? value.jsonText())
      }
    }
  }

  private func printSetting(of query: SettingsQuery, in console: Console) throws {
    console.report(query.problems)
    guard query.scope.assignment(of: key) != nil else {
      throw SettingsCommandError.unknownSetting(key, in: query.title, known: query.names)
    }
    let value = try query.scope.string(of: key)
    if options.json {
      try console.print(SettingReport(key: key, value: value, list: query.scope.list(of: key)).json())
    } else {
      for line in try list ? query.scope.list(of: key) : [value] { try console.printQuoted(line) }
    }
  }
}

extension EnvironmentQuery {
  /// Returns the value of one key.
  ///
  /// - Throws: `EnvironmentError` for an unknown key, and for a secret, which is never printed.
  fileprivate func report(of text: String, in environment: Environment) throws -> ValueReport {
    let key = try key(text)
    guard let value = environment.values[key] else {
      throw EnvironmentError([
        .unknownKey(key, environment: environment.name, known: environment.leaves.map(\.key.description))
      ])
    }
    if case .secret(let secret) = value.content {
      throw EnvironmentError([.secretIsPrivate(key, secret.declaration.source)])
    }
    return ValueReporter(environment, in: self).report(of: key, value)
  }
}

/// The value of one key of an environment as JSON.
struct EnvironmentValueReport: Report {
  let schema = 1
  let environment: String
  let key: String
  let value: TypedValue
}

/// The value of one setting as JSON.
struct SettingReport: Report {
  let schema = 1
  let key: String
  let value: String
  /// The value, split into a list as in a build.
  let list: [String]
}
