import TextEditing

/// What `git status` says, and `git ls-files` and `git check-ignore` beside it.
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
    let words = ["status", "--porcelain=v2", "-z", "--no-renames", "--untracked-files=\(mode)"]
    let result = try query.result(of: words, heeding: ["GIT_INDEX_FILE"])
    guard result.succeeded else { throw .failed(task: Self.task, reason: result.lastErrorLine) }
    var changes: [FileChange] = []
    for record in result.output.split(separator: 0) {
      if let change = try Self.change(record) { changes.append(change) }
    }
    return changes
  }

  /// The change that a record of `--porcelain=v2` tells of; nil for a header.
  ///
  /// - Throws: For any other record: a change that is not understood must not be taken for none.
  private static func change(_ record: ArraySlice<UInt8>) throws(GitError) -> FileChange? {
    // How many fields stand before the path.
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
    .failed(task: task, reason: "`git status` answered `\(String(decoding: record, as: UTF8.self))`")
  }

  /// The names of the files that are neither tracked nor ignored; that of a nested repository ends with a slash.
  func untrackedNames() throws(GitError) -> [ArraySlice<UInt8>] {
    let result = try query.result(of: ["ls-files", "-z", "--others", "--exclude-standard"])
    guard result.succeeded else { throw .failed(task: "list the files", reason: result.lastErrorLine) }
    return result.output.split(separator: 0)
  }

  /// Whether a rule says that the file at `path` is ignored, be it tracked or not.
  func isIgnored(_ path: RelativePath) throws(GitError) -> Bool {
    // With the dot, no name is taken for a pattern.
    let result = try query.result(of: ["check-ignore", "--quiet", "--no-index", "--", "./\(path)"])
    switch result.termination {
    case .exited(status: 0): return true
    case .exited(status: 1): return false
    default: throw .failed(task: "tell whether `\(path)` is ignored", reason: result.lastErrorLine)
    }
  }
}
