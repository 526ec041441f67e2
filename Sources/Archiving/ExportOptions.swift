/// The contents of an export and its form.
package struct ExportOptions: Hashable, Sendable, Codable {
  /// The treatment of submodules.
  package enum Submodules: String, Hashable, Sendable, Codable, CaseIterable {
    /// Any submodule is an error.
    case error
    /// Submodules are empty folders, as in `git archive`.
    case skip
    /// Their contents are exported.
    case include
  }

  /// The prefix of every path.
  package var prefix = ""
  /// Patterns of excluded files, as in `.gitignore`.
  package var excludes: [String] = []
  /// Pathspecs, as git accepts them after `--`; everything if empty.
  package var paths: [String] = []
  package var submodules = Submodules.skip
  /// Whether `FILE.sha256` is written next to the file.
  package var hasChecksum = false
  /// Whether the digest is needed.
  package var isDigested = false
  /// Whether planning waits for the export, because a later step may use its result.
  package var isAwaited = false

  package init() {}
}
