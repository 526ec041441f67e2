import MartletCore
import Processes

/// The settings of git for a repository, as one `git config --list` prints them: all files, with conditional includes,
/// and the settings in variables.
package struct GitSettings: Sendable {
  /// The origin of a setting (`--show-scope` in git-config(1)).
  enum Scope: String {
    case system, global, local, worktree, command, unknown

    /// Whether the repository itself has the setting, or a file that its configuration includes.
    var isOwn: Bool { self == .local || self == .worktree }
  }

  struct Setting {
    let scope: Scope
    /// The file, such as `file:/etc/gitconfig`.
    let origin: String
    /// The section and the name are in lower case.
    let key: String
    /// `true` for a name without a value.
    let value: String
  }

  /// In git's order: of several values, the last one is effective.
  let all: [Setting]
  private let byKey: [String: [Setting]]

  static let none = GitSettings([])

  private init(_ settings: [Setting]) {
    all = settings
    byKey = Dictionary(grouping: settings, by: \.key)
  }

  /// Reads the settings that `git` uses in its folder.
  ///
  /// - Throws: `GitError.failed` with git's reason, such as the line of a file with an error.
  init(readBy git: GitProgram) throws(GitError) {
    var command = git.command(["--no-pager", "config", "--list", "-z", "--show-scope", "--show-origin"])
    // It names one file instead of all.
    command.environment["GIT_CONFIG"] = nil
    command.environment["LC_ALL"] = "C"
    command.captureLimit = .max
    let result = try command.result()
    guard result.succeeded else { throw .failed(task: "read the configuration", reason: result.lastErrorLine) }
    self.init(Self.settings(in: result.output))
  }

  /// Parses records of three parts that end with NUL: scope, origin, and key with value, between which is a line feed.
  private static func settings(in output: [UInt8]) -> [Setting] {
    let fields = output.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    return stride(from: 0, to: fields.count - 2, by: 3).map { index in
      let parts = fields[index + 2].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return Setting(
        scope: Scope(rawValue: fields[index]) ?? .unknown, origin: fields[index + 1], key: String(parts[0]),
        value: parts.count > 1 ? String(parts[1]) : "true")
    }
  }

  /// Returns every value of a setting, the effective one last.
  ///
  /// - Parameters:
  ///   - key: With the section and the name in lower case.
  ///   - skipsOwn: Whether those of the repository itself are left out.
  func values(_ key: String, skippingOwn skipsOwn: Bool = false) -> [String] {
    (byKey[key] ?? []).filter { !skipsOwn || !$0.scope.isOwn }.map(\.value)
  }

  /// Whether there is a setting with one of these keys.
  func has(_ keys: [String]) -> Bool { keys.contains { byKey[$0] != nil } }

  /// The folder of the system's files `gitconfig` and `gitattributes`. On macOS, each git has its own.
  var systemFolder: String {
    let origin = all.first { $0.scope == .system && $0.origin.hasPrefix("file:") }?.origin.dropFirst("file:".count)
    return origin.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } } ?? "/etc"
  }
}
