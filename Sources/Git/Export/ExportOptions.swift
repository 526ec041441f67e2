/// What of a tree is exported, and under which names.
package struct ExportOptions: Sendable {
  /// What becomes of submodules.
  package enum Submodules: Sendable {
    /// They are a reason to stop.
    case error
    /// They are empty folders, as git leaves them.
    case skip
    /// What is in them is exported, too.
    case include
  }

  /// What stands before every path; a folder of its own when it ends with a slash.
  package var prefix = ""
  /// What is meant, as git has it after `--`; everything when empty.
  package var paths: [String] = []
  /// What is left out: patterns as in `.gitignore`.
  package var excludes: [String] = []
  package var submodules = Submodules.skip

  /// Whether packs are read by code of ours, where it can.
  package var usesFastPacks = true

  package init() {}
}
