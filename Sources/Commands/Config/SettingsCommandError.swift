import TextEditing

/// What can be wrong with a question about build settings.
enum SettingsCommandError: Error, Equatable {
  /// Neither a file nor a project was named.
  case noPlace
  case severalPlaces
  case noProject
  case severalProjects([String])
  case unknownSetting(String, in: String, known: [String])
  /// Neither environments nor files.
  case nothingToCheck
  /// A word that is no `KEY=VALUE`.
  case noAssignment(String)
}

extension SettingsCommandError: ExplainedError {
  var diagnostics: [Diagnostic] { [Diagnostic(message, hint: hint)] }

  private var message: String {
    switch self {
    case .noPlace:
      "nothing to look at, expected `--xcconfig FILE`, `--target NAME`, or `environments` in the Releasefile"
    case .severalPlaces: "`--xcconfig` and `--project` together, expected one of them"
    case .noProject: "no Xcode project here"
    case .severalProjects(let paths):
      "several projects: \(paths.map { "`\($0)`" }.joined(separator: ", ")), expected `--project`"
    case .unknownSetting(let name, let title, _): "no setting `\(name)` in \(title)"
    case .nothingToCheck: "nothing to check, expected `environments` in the Releasefile, or .xcconfig files"
    case .noAssignment(let word): "`\(word)` is no setting, expected `KEY=VALUE`"
    }
  }

  private var hint: String? {
    switch self {
    case .noPlace: "see `martlet config get --help`"
    case .noProject: "name one with `--project`, or a file with `--xcconfig`"
    case .severalProjects(let paths): paths.first.map { "add `--project \($0)`" }
    case .unknownSetting(let name, _, let known): known.nearest(to: name).map { "did you mean `\($0)`?" }
    case .severalPlaces, .nothingToCheck, .noAssignment: nil
    }
  }
}
