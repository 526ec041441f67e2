import MartletCore

/// The reverted commit, according to the message of the revert.
///
/// `git revert` writes `Revert "subject"` with `This reverts commit <id>.`, and `Reapply "subject"` for the revert of a
/// revert. GitHub's button writes `Reverts owner/name#12`. Conventional Commits has the type `revert` with
/// `Refs: <id>`.
package struct Reversion: Hashable, Sendable {
  /// The ids of commits, possibly shortened, in lower case.
  package let commits: [String]
  /// The numbers of pull requests.
  package let pullRequests: [String]
  /// The header of the reverted commit; nil if it is not quoted.
  package let header: String?

  /// Finds the reversion in `message`; nil if it reverts nothing.
  package init?(_ message: CommitMessage) {
    let header = Self.quotedHeader(in: message.header)
    guard header != nil || message.conventional?.type == "revert" else { return nil }
    var commits: [String] = []
    var pullRequests: [String] = []
    for line in message.body.utf8.split(separator: UInt8.lineFeed) {
      let line = Array(line)
      if let start = line.firstIndex(of: "his reverts commit ", from: 0) {
        commits += Self.ids(in: line[(start + 19)...]).prefix(1)
      } else if line.has("Reverts ", at: 0) {
        pullRequests += IssueReference.all(in: line).map(\.number)
      }
    }
    if message.conventional?.type == "revert" {
      commits += message.footers.filter { $0.isNamed("refs") }.flatMap { Self.ids(in: Array($0.value.utf8)[...]) }
    }
    self.commits = commits
    self.pullRequests = pullRequests
    self.header = header
  }

  /// Returns `subject` of `Revert "subject"`, without the suffix of a forge; works for GitLab and GitHub.
  private static func quotedHeader(in header: String) -> String? {
    guard header.utf8.first == UInt8(ascii: "R") else { return nil }
    for word in ["Revert \"", "Reapply \""] where header.hasPrefix(word) {
      guard let end = header.lastIndex(of: "\""), end >= header.index(header.startIndex, offsetBy: word.count) else {
        return nil
      }
      return String(header[header.index(header.startIndex, offsetBy: word.count)..<end])
    }
    return nil
  }

  private static func ids(in bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split { !$0.isLetter && !$0.isDigit }
      .filter { (7...64).contains($0.count) && $0.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit } }
      .map { String(decoding: $0, as: UTF8.self).lowercased() }
  }
}
