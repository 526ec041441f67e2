import MartletCore

/// A change described in its own file, in addition to or instead of conventional commits:
///
///     ---
///     level: minor
///     type: feat
///     package: core
///     ---
///     What is new, in a sentence or more.
///
/// `level` is `major`, `minor`, `patch` or `none`. `type`, which selects the group of the notes, and `package`, a
/// comma-separated list, are optional. The text is the project's own Markdown.
package struct ChangeFile: Hashable, Sendable {
  package let path: RelativePath
  package let level: ReleaseLevel
  /// The level's own name by default, which groups accept as well.
  package let type: String
  /// Empty for all packages.
  package let packages: [String]
  package let text: String

  private static let keys = ["level", "type", "package"]

  /// - Throws: `ChangelogError.badChangeFile` with the line of the first mistake.
  package init(_ source: SourceText) throws(ChangelogError) {
    path = source.path
    let lines = source.lineSpans.map { source.string(at: $0).trimmingTrailingBlanks() }
    guard lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") else {
      throw .badChangeFile(
        source.path, line: 1, problem: "no header between two lines of `---`, expected one with `level: minor`")
    }
    var values: [String: String] = [:]
    for (index, line) in zip(2..., lines[1..<end]) where !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
      guard let key = parts.first.map(String.init), Self.keys.contains(key), parts.count == 2 else {
        throw .badChangeFile(
          source.path, line: index,
          problem: "found `\(line.escapedForTerminal())`, expected `level`, `type` or `package` with a value")
      }
      values[key] = String(parts[1])
    }
    guard let level = values["level"].flatMap(ReleaseLevel.init) else {
      throw .badChangeFile(
        source.path, line: 2,
        problem: (values["level"].map { "`\($0)` is not a level" } ?? "no `level`")
          + ", expected `major`, `minor`, `patch` or `none`")
    }
    self.level = level
    type = values["type"] ?? level.rawValue
    packages = values["package", default: ""].split(separator: ",").map { String($0.filter { $0 != " " }) }
    let text = lines[(end + 1)...].drop(while: \.isEmpty).joined(separator: "\n")
    self.text = String(text.reversed().drop(while: \.isNewline).reversed())
    guard !self.text.isEmpty else {
      throw .badChangeFile(source.path, line: end + 1, problem: "no text below the header, expected the change")
    }
  }

  /// The reason for the release level.
  package var reason: ReleaseDecision.Reason {
    ReleaseDecision.Reason(name: path.string, text: String(text.prefix { !$0.isNewline }), level: level)
  }
}
