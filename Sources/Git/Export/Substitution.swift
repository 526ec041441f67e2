import MartletCore
import Processes

/// Expands `$Format:…$` in files with the attribute `export-subst` (gitattributes(5)).
///
/// A few placeholders are facts of the commit. The others depend on references, signatures and git's version, so the
/// `git` program expands them.
struct Substitution {
  private let commit: ObjectID?
  private let repository: Repository
  private var expansions: [[UInt8]: [UInt8]] = [:]
  /// git expands `%(describe)` once per archive, because it is slow.
  private var hasDescribed = false

  private static let opening = Array("$Format:".utf8)

  init(of commit: ObjectID?, in repository: Repository) {
    self.commit = commit
    self.repository = repository
  }

  /// Returns `bytes` of the file at `path` with all placeholders expanded.
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
    let expansion = try queryGit(asked, commit, path)
    if asked == format, format.firstIndex(of: Array("%(describe".utf8)) == nil { expansions[format] = expansion }
    return expansion
  }

  /// Returns the expansion of a format with facts only; nil for any other.
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

  /// Returns the format with only the first `%(describe)` of the archive.
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

  private func queryGit(_ format: [UInt8], _ commit: ObjectID, _ path: [UInt8]) throws(GitError) -> [UInt8] {
    let text = String(decoding: format, as: UTF8.self)
    let name = String(decoding: path, as: UTF8.self)
    // Unlike `git log`, this ignores the user's settings (`log.decorate`, `log.date`, …), as `git archive` does, and
    // keeps the encoding of the commit.
    let encoding = try repository.messageEncoding(ofCommit: commit) ?? "UTF-8"
    let result = try repository.gitProgram.command([
      "rev-list", "--max-count=1", "--encoding=\(encoding)", "--format=format:\(text)", commit.hex, "--",
    ]).result()
    guard result.succeeded else { throw .unexpandable(name, format: text, output: result.errorText) }
    // The output starts with the line `commit <id>` and, unless it is empty, ends with a line feed.
    return Array(result.output.drop { $0 != .lineFeed }.dropFirst().dropLast())
  }
}

extension Repository {
  /// Returns the encoding in the header of a commit; nil for none.
  fileprivate func messageEncoding(ofCommit id: ObjectID) throws(GitError) -> String? {
    ObjectText(try objects.bytes(of: id, .commit)).values("encoding").first.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The IDs in a commit.
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
  /// Returns the first index of `bytes`; nil for none.
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
