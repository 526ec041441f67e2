/// What an export takes along, and how.
package struct ExportOptions: Hashable, Sendable, Codable {
  /// What becomes of submodules.
  package enum Submodules: String, Hashable, Sendable, Codable, CaseIterable {
    /// They are a reason to stop.
    case error
    /// They are empty folders, as `git archive` leaves them.
    case skip
    /// What is in them is exported, too.
    case include
  }

  /// What stands before every path.
  package var prefix = ""
  /// Patterns as in `.gitignore` for what is left out.
  package var excludes: [String] = []
  /// What is meant, as git has it after `--`; everything when empty.
  package var paths: [String] = []
  package var submodules = Submodules.skip
  package var compressor = CompressionLibrary.libdeflate
  /// How hard it is compressed; nil for what is usual.
  package var level: Int?
  /// Whether `FILE.sha256` is written beside the file.
  package var hasChecksum = false
  /// Whether the digest is needed.
  package var isDigested = false
  /// Whether planning goes on only when it is done, because a later step may ask what came of it.
  package var isAwaited = false

  /// Whether Martlet reads packs itself where it can; otherwise libgit2 does.
  package var usesFastPacks = true

  package init() {}
}
