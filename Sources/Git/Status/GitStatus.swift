import MartletCore

/// The status by `git status`, `git ls-files` and `git check-ignore`.
struct GitStatus {
  let query: GitQuery

  private static let task = "compare the work tree with the index"

  func changes(_ untracked: UntrackedFiles) throws(GitError) -> [FileChange] {
    let mode =
      switch untracked {
      case .none: "no"
      case .folders: "normal"
      case .all: "all"
      }
    // To find changes in a submodule, git would start itself there, with the programs of its configuration.
    let submodules = query.runsOwnPrograms ? [] : ["--ignore-submodules=dirty"]
    let arguments =
      ["status", "--porcelain=v2", "-z", "--no-renames", "--untracked-files=\(mode)"] + submodules
    let result = try query.result(of: arguments, heeding: ["GIT_INDEX_FILE"])
    guard result.succeeded else { throw .failed(task: Self.task, reason: result.lastErrorLine) }
    var changes: [FileChange] = []
    for record in result.output.split(separator: 0) {
      if let change = try Self.change(record) { changes.append(change) }
    }
    return changes
  }

  /// Returns the change in a record of `--porcelain=v2`; nil for a header.
  ///
  /// - Throws: For any other record, because an unknown change must not be ignored.
  private static func change(_ record: ArraySlice<UInt8>) throws(GitError) -> FileChange? {
    // The number of fields before the path.
    let fieldCount: Int
    switch record.first {
    case UInt8(ascii: "#"): return nil
    case UInt8(ascii: "1"): fieldCount = 8
    case UInt8(ascii: "u"): fieldCount = 10
    case UInt8(ascii: "?"): fieldCount = 1
    default: throw unknown(record)
    }
    let fields = record.split(separator: .space, maxSplits: fieldCount, omittingEmptySubsequences: false)
    guard fields.count == fieldCount + 1, let name = fields.last,
      let path = RelativePath(String(decoding: name, as: UTF8.self))
    else { throw unknown(record) }
    switch record.first {
    case UInt8(ascii: "?"): return FileChange(path: path, state: .untracked)
    case UInt8(ascii: "u"): return FileChange(path: path, state: .conflicted)
    default:
      let codes = fields[1]
      guard codes.count == 2, let staged = codes.first, let changed = codes.last else { throw unknown(record) }
      return FileChange(
        path: path, state: .tracked(staged: try kind(staged, record), workTree: try kind(changed, record)))
    }
  }

  private static func kind(_ code: UInt8, _ record: ArraySlice<UInt8>) throws(GitError) -> FileChange.Kind? {
    switch code {
    case UInt8(ascii: "."): nil
    case UInt8(ascii: "A"): .added
    case UInt8(ascii: "M"): .modified
    case UInt8(ascii: "D"): .deleted
    case UInt8(ascii: "T"): .typeChanged
    default: throw unknown(record)
    }
  }

  private static func unknown(_ record: ArraySlice<UInt8>) -> GitError {
    .failed(task: task, reason: "`git status` printed `\(String(decoding: record, as: UTF8.self))`")
  }

  /// Returns whether a rule ignores the file at `path`, tracked or not.
  func isIgnored(_ path: RelativePath) throws(GitError) -> Bool {
    // With the dot, a name is never read as a pattern.
    let result = try query.result(of: ["check-ignore", "--quiet", "--no-index", "--", "./\(path)"])
    switch result.termination {
    case .exited(status: 0): return true
    case .exited(status: 1): return false
    default: throw .failed(task: "check whether `\(path)` is ignored", reason: result.lastErrorLine)
    }
  }
}

extension Repository {
  /// Returns the status by `git`, and warns once if it lacks the filters of the repository's own configuration.
  func gitStatus() -> GitStatus {
    if hidesFilters { reportHiddenFilters?() }
    return GitStatus(query: GitQuery(self))
  }
}

extension Diagnostic {
  /// The warning that filters of the repository's own configuration do not run.
  package static let hiddenFilters = Diagnostic(
    "filters in `.git/config` do not run in a command that only reads, so their files may count as changed",
    severity: .warning, hint: "declare them in your own configuration, with `git config --global`, if you trust them")
}
