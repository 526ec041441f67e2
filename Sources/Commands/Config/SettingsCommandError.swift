import MartletCore

/// An error of a command for build settings.
enum SettingsCommandError: Error, Equatable {
  /// Neither a file nor a project was given.
  case noPlace
  case severalPlaces
  case noProject
  case severalProjects([String])
  case unknownSetting(String, in: String, known: [String])
  /// There are neither environments nor files.
  case nothingToCheck
  /// An argument that is not `KEY=VALUE`.
  case noAssignment(String)
}

extension SettingsCommandError: ExplainedError {
  var failure: Failure {
    switch self {
    case .noPlace:
      Failure(
        "nothing to read, expected `--xcconfig FILE`, `--target NAME`, or `environments` in the Releasefile",
        hint: "see `martlet config get --help`", exit: .usage)
    case .severalPlaces: Failure("`--xcconfig` and `--project` together, expected one of them", exit: .usage)
    case .noProject: Failure("no Xcode project found", hint: "name one with `--project`, or a file with `--xcconfig`")
    case .severalProjects(let paths):
      Failure(
        "several projects: \(paths.quotedList), expected `--project`",
        hint: paths.first.map { "add `--project \($0)`" }, exit: .usage)
    case .unknownSetting(let name, let title, let known):
      Failure("no setting `\(name)` in \(title)", hint: known.suggestion(for: name))
    case .nothingToCheck: Failure("nothing to check, expected `environments` in the Releasefile, or .xcconfig files")
    case .noAssignment(let word): Failure("`\(word)` is not a setting, expected `KEY=VALUE`", exit: .usage)
    }
  }
}
