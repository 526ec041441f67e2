import Lanes
import TextEditing

/// Something that a Releasefile selects from the files with values, and that is not there.
package enum EmptySelection: Hashable, Sendable {
  /// A setting below `keys:` that the file does not set.
  case key(String, file: RelativePath, known: [String], Place?)
  /// A file without any value.
  case file(RelativePath, Place?)
  /// A key below `unset:` that the environment has from nowhere.
  case unset(ConfigurationKey, environment: String, known: [String], Place?)

  package var diagnostic: Diagnostic {
    switch self {
    case .key(let name, let file, let known, let place):
      Diagnostic(
        "`\(file)` does not set `\(name)`", severity: .warning, at: place,
        hint: known.suggestion(for: name) ?? "remove it below `keys:`, or set it in the file")
    case .file(let path, let place):
      Diagnostic(
        "`\(path)` has no values", severity: .warning, at: place, hint: "add some, or remove it below `values:`")
    case .unset(let key, let environment, let known, let place):
      Diagnostic(
        "`\(environment)` has no `\(key)` that `unset:` could remove", severity: .warning, at: place,
        hint: known.suggestion(for: key.description) ?? "remove the line")
    }
  }
}
