import Foundation
import MartletCore
import Testing

/// All results of one run, as the files of a golden folder.
struct GoldenOutcome {
  /// The files of a run besides those in `out`.
  static let fileNames = [
    "stdout.txt", "stderr.txt", "terminal.txt", "status", "git.txt", "out.diff", "out.removed", "out.modes",
  ]

  /// Whether a run writes the file with that name, below the case.
  static func isRecorded(_ name: String) -> Bool { fileNames.contains(name) || name.hasPrefix("out/") }

  private(set) var files: [String: Data] = [:]

  /// Adds a file, unless it is empty.
  mutating func add(_ name: String, _ text: String) {
    if !text.isEmpty { files[name] = Data(text.utf8) }
  }

  /// Adds the files that differ from `before`, whole or as diffs, the names of deleted ones, and changed permissions.
  mutating func add(_ after: FolderContents, since before: FolderContents, asDiffs: Bool) throws {
    let changes = after.changes(since: before)
    if asDiffs {
      add("out.diff", try changes.keys.sorted().map { try diff(of: $0, before.files[$0], after.files[$0]) }.joined())
    } else {
      for (path, data) in changes { files["out/\(path)"] = data }
    }
    add("out.removed", after.removals(since: before).map { "\($0)\n" }.joined())
    add("out.modes", after.modeChanges(since: before).map { "\($0)\n" }.joined())
  }

  /// The differences from `recorded`, as readable diffs; nil if there are none.
  func differences(from recorded: [String: Data]) -> String? {
    let names = Set(files.keys).union(recorded.keys).sorted().filter { files[$0] != recorded[$0] }
    guard !names.isEmpty else { return nil }
    return names.map { name in
      let path = RelativePath(name).map { SourceText(path: $0, text: Self.text(recorded[name])) }
      let found = RelativePath(name).map { SourceText(path: $0, text: Self.text(files[name])) }
      guard let path, let found else { return "\(name) differs" }
      let diff = UnifiedDiff(from: path, to: found).rendered()
      return diff.isEmpty ? "\(name) differs in bytes that are not text, or is missing" : diff
    }
    .joined(separator: "\n")
  }

  private func diff(of path: String, _ before: Data?, _ after: Data?) throws -> String {
    let path = try #require(RelativePath(path), "`\(path)` belongs into a folder")
    let old = try before.map { SourceText(path: path, text: try #require(String(bytes: $0, encoding: .utf8))) }
    let new = SourceText(path: path, text: try #require(String(bytes: after ?? Data(), encoding: .utf8)))
    let diff = UnifiedDiff(from: old, to: new).rendered()
    return diff.isEmpty ? "empty: \(path)\n" : diff
  }

  private static func text(_ data: Data?) -> String { String(decoding: data ?? Data(), as: UTF8.self) }
}
