import Lanes
import MartletCore

/// A selection in a Releasefile that matches nothing in the files with values.
package enum EmptySelection: Hashable, Sendable {
  /// A setting below `keys:` that the file does not set.
  case key(String, file: RelativePath, known: [String], Place?)
  /// A file without any value.
  case file(RelativePath, Place?)
  /// A key below `unset:` that the environment does not have.
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
