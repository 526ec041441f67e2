import Foundation
import TextEditing

/// All that came of one run, as the files of a golden folder.
struct GoldenOutcome {
  /// The files that a run gives beside those in `out`.
  static let fileNames = ["stdout.txt", "stderr.txt", "terminal.txt", "status", "git.txt", "out.removed", "out.modes"]

  private(set) var files: [String: Data] = [:]

  /// Adds a file; an empty one is left out.
  mutating func add(_ name: String, _ text: String) {
    if !text.isEmpty { files[name] = Data(text.utf8) }
  }

  /// Adds the files that differ from `before`, the names of those that are gone, and changed permissions.
  mutating func add(_ after: FolderContents, since before: FolderContents) {
    for (path, data) in after.changes(since: before) { files["out/\(path)"] = data }
    add("out.removed", after.removals(since: before).map { "\($0)\n" }.joined())
    add("out.modes", after.modeChanges(since: before).map { "\($0)\n" }.joined())
  }

  /// What differs from `recorded`, as diffs to read; nil when nothing does.
  func differences(from recorded: [String: Data]) -> String? {
    let names = Set(files.keys).union(recorded.keys).sorted().filter { files[$0] != recorded[$0] }
    guard !names.isEmpty else { return nil }
    return names.map { name in
      let path = RelativePath(name).map { SourceText(path: $0, text: Self.text(recorded[name])) }
      let found = RelativePath(name).map { SourceText(path: $0, text: Self.text(files[name])) }
      guard let path, let found else { return "\(name) differs" }
      let diff = UnifiedDiff(from: path, to: found).rendered()
      return diff.isEmpty ? "\(name) differs in bytes that are no text, or is missing" : diff
    }
    .joined(separator: "\n")
  }

  private static func text(_ data: Data?) -> String { String(decoding: data ?? Data(), as: UTF8.self) }
}
