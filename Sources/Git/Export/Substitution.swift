import CLibGit2
import Processes
import TextEditing
import Versioning

/// Fills in `$Format:…$` in files that have the attribute `export-subst` (gitattributes(5)).
///
/// A few placeholders are facts of the commit. What the others come to depends on references, signatures and git's version: the
/// `git` program is asked.
struct Substitution {
  private let commit: ObjectID?
  private let repository: Repository
  private var expansions: [[UInt8]: [UInt8]] = [:]
  /// git describes a commit once in an archive, because that takes long.
  private var hasDescribed = false

  private static let opening = Array("$Format:".utf8)

  init(of commit: ObjectID?, in repository: Repository) {
    self.commit = commit
    self.repository = repository
  }

  /// `bytes` of the file at `path` with everything filled in.
  mutating func applied(to bytes: [UInt8], at path: [UInt8]) throws(GitError) -> [UInt8] {
    guard let commit else { return bytes }
    var result: [UInt8] = []
    var rest = bytes[...]
    while let start = rest.firstIndex(of: Self.opening),
      let end = rest[(start + Self.opening.count)...].firstIndex(of: UInt8(ascii: "$"))
    {
      result += rest[..<start]
      result += try expansion(of: Array(rest[(start + Self.opening.count)..<end]), commit, path)
      rest = rest[(end + 1)...]
    }
    return result + rest
  }

  private mutating func expansion(of format: [UInt8], _ commit: ObjectID, _ path: [UInt8]) throws(GitError) -> [UInt8] {
    if let known = expansions[format] { return known }
    if let facts = try factual(format, commit) {
      expansions[format] = facts
      return facts
    }
    let asked = describingOnce(format)
    let expansion = try askGit(asked, commit, path)
    if asked == format, format.firstIndex(of: Array("%(describe".utf8)) == nil { expansions[format] = expansion }
    return expansion
  }

  /// The expansion of a format that has nothing but facts in it; nil for any other.
  private func factual(_ format: [UInt8], _ commit: ObjectID) throws(GitError) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = format[...]
    var facts: CommitFacts?
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      let placeholder = rest.popFirst()
      switch placeholder {
      case UInt8(ascii: "%"): result.append(UInt8(ascii: "%"))
      case UInt8(ascii: "n"): result.append(.lineFeed)
      case UInt8(ascii: "H"): result += Array(commit.hex.utf8)
      case UInt8(ascii: "T"), UInt8(ascii: "P"):
        let known: CommitFacts
        if let facts { known = facts } else { known = try CommitFacts(of: commit, in: repository) }
        facts = known
        result += Array((placeholder == UInt8(ascii: "T") ? known.tree : known.parents).utf8)
      default: return nil
      }
    }
    return result
  }

  /// Has only the first `%(describe)` of the archive expanded.
  private mutating func describingOnce(_ format: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = format[...]
    while let start = rest.firstIndex(of: Array("%(describe".utf8)) {
      result += rest[..<start]
      if hasDescribed { result.append(UInt8(ascii: "%")) }
      hasDescribed = true
      result += rest[start..<(start + 10)]
      rest = rest[(start + 10)...]
    }
    return result + rest
  }

  private func askGit(_ format: [UInt8], _ commit: ObjectID, _ path: [UInt8]) throws(GitError) -> [UInt8] {
    let text = String(decoding: format, as: UTF8.self)
    let name = String(decoding: path, as: UTF8.self)
    guard repository.gitProgram.isThere else { throw .unexpandable(name, format: text, output: "") }
    // Unlike `git log`, this heeds no settings of the user's (`log.decorate`, `log.date`, …), as `git archive` does not.
    // Nor is anything brought into another encoding than that of the commit.
    let encoding = try repository.messageEncoding(ofCommit: commit) ?? "UTF-8"
    let result: CommandResult
    do {
      result = try repository.gitProgram.command([
        "rev-list", "--max-count=1", "--encoding=\(encoding)", "--format=format:\(text)", commit.hex, "--",
      ]).run()
    } catch {
      throw .program(error)
    }
    guard result.succeeded else { throw .unexpandable(name, format: text, output: result.errorText) }
    // Before it stands the line `commit <id>`, and behind it a line feed, unless it is empty.
    return Array(result.output.drop { $0 != .lineFeed }.dropFirst().dropLast())
  }
}

extension Repository {
  /// The encoding that a commit's header names; nil for none.
  fileprivate func messageEncoding(ofCommit id: ObjectID) throws(GitError) -> String? {
    git_commit_message_encoding(try handle(ofCommit: id).pointer).map { String(cString: $0) }
  }
}

/// What a commit says of the objects it names.
private struct CommitFacts {
  let tree: String
  let parents: String

  init(of commit: ObjectID, in repository: Repository) throws(GitError) {
    let found = try repository.commit(commit)
    tree = found.tree.hex
    parents = found.parents.map(\.hex).joined(separator: " ")
  }
}

extension ArraySlice<UInt8> {
  /// Where `bytes` begin for the first time.
  fileprivate func firstIndex(of bytes: [UInt8]) -> Int? {
    guard let first = bytes.first else { return nil }
    var index = startIndex
    while let candidate = self[index...].firstIndex(of: first) {
      if self[candidate...].starts(with: bytes) { return candidate }
      index = candidate + 1
    }
    return nil
  }
}

extension [UInt8] {
  fileprivate func firstIndex(of bytes: [UInt8]) -> Int? { self[...].firstIndex(of: bytes) }
}
