import MartletCore
import Processes

/// A commit of a history, with its tree.
struct ListedCommit {
  let record: CommitRecord
  let tree: ObjectID
}

/// The commit graph by `git log`, `git rev-list` and `git merge-base`, which support grafts, replaced objects and shallow
/// clones. All given commits must exist.
struct GitHistory {
  let query: GitQuery
  let repository: Repository

  private static let task = "list the history"
  /// One field per line; the message, which may have several lines, comes last.
  private static let format = "%H%n%P%n%T%n%an%n%ae%n%B"
  private static let fieldCount = 5
  /// More bytes than the whole history of a large project has.
  private static let outputLimit = 256 << 20

  /// Returns the commits reachable from `start` and from none of `others`, children before parents, otherwise newest
  /// first.
  func commits(from start: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ListedCommit] {
    let arguments = [
      "log", "-z", "--date-order", "--no-show-signature", "--encoding=UTF-8", "--format=\(Self.format)", "--stdin",
    ]
    let output = try output(of: arguments, from: start, with: others.map { "^\($0)" })
    var commits: [ListedCommit] = []
    // Each record ends with a NUL, and git cuts a message at a NUL.
    for record in output.split(separator: 0) {
      let fields = record.split(separator: .lineFeed, maxSplits: Self.fieldCount, omittingEmptySubsequences: false)
      guard fields.count == Self.fieldCount + 1, let id = Self.id(fields[0]), let tree = Self.id(fields[2]) else {
        throw .failed(
          task: Self.task, reason: "`git log` printed `\(String(decoding: record.prefix(80), as: UTF8.self))`")
      }
      let author = CommitRecord.Person(
        name: String(decoding: fields[3], as: UTF8.self), email: String(decoding: fields[4], as: UTF8.self))
      let parents = fields[1].split(separator: .space).compactMap(Self.id)
      commits.append(
        ListedCommit(
          record: CommitRecord(id: id, parents: parents, author: author, message: Array(fields[5])), tree: tree))
    }
    return commits
  }

  /// Returns only the IDs of these commits.
  func ids(from start: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ObjectID] {
    try ids(of: ["rev-list", "--date-order", "--stdin"], from: start, notFrom: others)
  }

  /// Returns the commits reachable from the first of `starts`, which must exist, and from the others.
  ///
  /// - Parameter count: The number of commits that are listed, the newest first; nil: all, each before its parents.
  func graph(from starts: [ObjectID], count: Int?) throws(GitError) -> CommitGraph {
    let order = count.map { "--max-count=\($0)" } ?? "--topo-order"
    let output = try output(
      of: ["rev-list", "--parents", order, "--ignore-missing", "--stdin"], from: starts[0],
      with: starts.dropFirst().map(\.hex))
    return CommitGraph(output, isSorted: count == nil)
  }

  /// Returns the number of these commits.
  func count(from start: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> Int {
    let output = try output(of: ["rev-list", "--count", "--stdin"], from: start, with: others.map { "^\($0)" })
    let text = String(decoding: output.prefix { $0 != .lineFeed }, as: UTF8.self)
    guard let count = Int(text) else { throw .failed(task: Self.task, reason: "`git rev-list` printed `\(text)`") }
    return count
  }

  /// Returns whether `ancestor` is reachable from `commit`, which is a different commit.
  func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    let result = try query.result(
      of: ["merge-base", "--is-ancestor", ancestor.hex, commit.hex], heeding: Self.variables)
    switch result.termination {
    case .exited(status: 0): return true
    case .exited(status: 1): return false
    default: throw failure(result, among: [ancestor, commit])
    }
  }

  private static let variables = ["GIT_NO_REPLACE_OBJECTS"]

  private func ids(
    of arguments: [String], from start: ObjectID, notFrom others: [ObjectID]
  ) throws(GitError) -> [ObjectID] {
    try output(of: arguments, from: start, with: others.map { "^\($0)" }).split(separator: .lineFeed)
      .compactMap(Self.id)
  }

  private func output(
    of arguments: [String], from start: ObjectID, with others: [String]
  ) throws(GitError) -> [UInt8] {
    let input = ([start.hex] + others).map { "\($0)\n" }.joined()
    let result = try query.result(
      of: arguments, input: Array(input.utf8), heeding: Self.variables, limit: Self.outputLimit)
    guard result.succeeded else { throw failure(result, among: [start]) }
    guard result.output.count < Self.outputLimit else {
      throw repository.unreadableCommit(above: [start])
        ?? .failed(task: Self.task, reason: "it has more than \(Self.outputLimit >> 20) MiB of messages")
    }
    return result.output
  }

  /// Returns why git failed: mostly because a commit is missing.
  private func failure(_ result: CommandResult, among starts: [ObjectID]) -> GitError {
    repository.unreadableCommit(above: starts) ?? .failed(task: Self.task, reason: result.lastErrorLine)
  }

  private static func id(_ bytes: ArraySlice<UInt8>) -> ObjectID? { ObjectID(String(decoding: bytes, as: UTF8.self)) }
}
