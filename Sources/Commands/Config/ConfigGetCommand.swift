import ArgumentParser
import Environments
import MartletBuildSettings
import MartletCore

struct ConfigGetCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print the value of one key of an environment or of one build setting, or all values.",
    usage: "martlet config get (<key> | --all) [options]",
    discussion: """
      Examples:
        martlet config get BaseApiUrl --env Production
        martlet config get Server.Port --configuration Release
        martlet config get BASE_URL --xcconfig Configuration/Release.xcconfig
        martlet config get OTHER_LDFLAGS --target App --sdk iphoneos26.0 --list
        martlet config get --all --env Production
        martlet config get --all --target App --configuration Release

      An unset key is an error; an empty value is an empty line. `--all` prints the values of an environment with their \
      places, and build settings like `xcodebuild -showBuildSettings`. Xcode's default settings are unknown; references \
      to them are empty.
      """)

  @Argument(help: "The key, with dots between nested names, or the name of the setting.")
  var key: String?

  @Flag(help: "Print all values.")
  var all = false

  @Flag(help: "Print the elements of a list, one per line. A setting is split as in a build.")
  var list = false

  @OptionGroup var subject: SubjectOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if all, key != nil || list {
      throw ValidationError("`--all` with \(key == nil ? "`--list`" : "a key"), expected one of them")
    }
    if !all, key == nil { throw ValidationError("no key, expected one, or `--all`") }
  }

  func run() throws {
    switch (try subject.subject(options), key) {
    case (.environment(let environment, let query), let key?): try printValue(of: key, of: environment, in: query)
    case (.environment(let environment, let query), nil): try printAll(of: environment, in: query)
    case (.settings(let query, let place), let key?): try printSetting(key, of: query, in: place.console)
    case (.settings(let query, let place), nil): try printAll(of: query, in: place.console)
    }
  }
}

extension ConfigGetCommand {
  private func printValue(of key: String, of environment: Environment, in query: EnvironmentQuery) throws {
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

  private func printSetting(_ key: String, of query: SettingsQuery, in console: Console) throws {
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

  private func printAll(of environment: Environment, in query: EnvironmentQuery) throws {
    let reporter = ValueReporter(environment, in: query)
    let values = environment.leaves.map(reporter.report)
    guard !options.json else {
      try query.console.print(EnvironmentReport(environment: environment.name, values: values).json())
      return
    }
    let rows = values.map { [$0.key, $0.text, $0.layer, $0.origin] }
    for line in TextTable(rows, width: query.console.width).lines { try query.console.print(line) }
  }

  /// - Throws: `ExitCode` when there are problems, because then a setting has no value.
  private func printAll(of query: SettingsQuery, in console: Console) throws {
    let (values, problems) = query.values()
    console.report(query.problems + problems)
    if options.json {
      try console.print(SettingsReport(settings: Dictionary(values.map { ($0.name, $0.value) }) { $1 }).json())
    } else {
      let kind = subject.settings.xcconfig == nil ? "for" : "from"
      let lines = values.map { "    \($0.name) = \($0.value)".escapedForTerminal() }
      try console.print(
        (["Build settings \(kind) \(query.title.escapedForTerminal()):"] + lines).joined(separator: "\n"))
    }
    guard problems.isEmpty else { throw ExitCode(ExitStatus.failed.rawValue) }
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
