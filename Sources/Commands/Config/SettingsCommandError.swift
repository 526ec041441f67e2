import TextEditing

/// What can be wrong with a question about build settings.
enum SettingsCommandError: Error, Equatable {
  /// Neither a file nor a project was named.
  case noPlace
  case unknownSetting(String, in: String, known: [String])
}

extension SettingsCommandError: ExplainedError {
  var diagnostics: [Diagnostic] { [Diagnostic(message, hint: hint)] }

  private var message: String {
    switch self {
    case .noPlace: "no settings to look at, expected `--xcconfig FILE`"
    case .unknownSetting(let name, let title, _): "no setting `\(name)` in \(title)"
    }
  }

  private var hint: String? {
    switch self {
    case .noPlace: "see `martlet config get --help`"
    case .unknownSetting(let name, _, let known): known.nearest(to: name).map { "did you mean `\($0)`?" }
    }
  }
}
