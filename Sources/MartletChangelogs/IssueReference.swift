import MartletCore

/// A reference to an issue or pull request: `#12`, `owner/name#12`, `GH-12`, and GitLab's merge requests, `!12`.
package struct IssueReference: Hashable, Sendable {
  /// The mark before the number.
  package enum Mark: String, Sendable {
    case issue = "#"
    case mergeRequest = "!"
  }

  package let mark: Mark
  /// The digits, as text.
  package let number: String
  /// For example `owner/name`; nil for the project's own.
  package let repository: String?
  /// Whether the text closes it: `closes #12`, `Fixes: #12`, also in the rest of a list.
  package let isClosed: Bool
  /// The range in the text.
  package let span: Range<Int>

  /// The usual spelling.
  package var description: String { "\(repository ?? "")\(mark.rawValue)\(number)" }
}

extension IssueReference {
  /// Returns all references in `bytes`, in order. A number followed by a letter is a colour or similar, and a number in
  /// a web address is part of it.
  package static func all(in bytes: [UInt8]) -> [IssueReference] {
    var found: [IssueReference] = []
    var index = 0
    while let start = bytes[index...].firstIndex(where: {
      $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "-")
    }) {
      index = start + 1
      guard let reference = reference(at: start, in: bytes, after: found.last) else { continue }
      found.append(reference)
      index = reference.span.upperBound
    }
    return found
  }

  private static func reference(
    at sign: Int, in bytes: [UInt8], after previous: IssueReference?
  ) -> IssueReference? {
    let end = bytes.index(after: sign + 1, while: \.isDigit)
    guard end > sign + 1, end - sign <= 12, bytes.byte(at: end)?.isIdentifier != true else { return nil }
    // The longest possible name of an owner and repository.
    let lowest = max(previous?.span.upperBound ?? 0, sign - 141)
    let wordStart = bytes[lowest..<sign].lastIndex { !$0.isNameByte }.map { $0 + 1 } ?? lowest
    let before = bytes.byte(at: wordStart - 1)
    guard before.map({ $0.isBlank || $0.isLineEnd || "([,;".utf8.contains($0) }) ?? true else { return nil }
    let word = bytes[wordStart..<sign]
    let mark: Mark
    var repository: String?
    switch bytes[sign] {
    case UInt8(ascii: "-"):
      guard word.elementsEqual("GH".utf8) else { return nil }
      mark = .issue
    case UInt8(ascii: "!"): mark = .mergeRequest
    default: mark = .issue
    }
    if bytes[sign] != UInt8(ascii: "-"), !word.isEmpty {
      guard word.dropFirst().dropLast().contains(UInt8(ascii: "/")) else { return nil }
      repository = String(decoding: word, as: UTF8.self)
    }
    let isListed = previous.map { $0.isClosed && bytes[$0.span.upperBound..<wordStart].isSeparator } ?? false
    return IssueReference(
      mark: mark, number: String(decoding: bytes[(sign + 1)..<end], as: UTF8.self), repository: repository,
      isClosed: isListed || isClosing(before: wordStart, in: bytes), span: wordStart..<end)
  }

  /// The words that GitHub, GitLab and Forgejo interpret as closing.
  private static let closingWords: Set = [
    "close", "closes", "closed", "closing", "fix", "fixes", "fixed", "fixing", "resolve", "resolves", "resolved",
    "resolving", "implement", "implements", "implemented",
  ]

  private static func isClosing(before start: Int, in bytes: [UInt8]) -> Bool {
    var end = start
    while end > 0, bytes[end - 1].isBlank { end -= 1 }
    if end > 0, bytes[end - 1] == UInt8(ascii: ":") { end -= 1 }
    // The longest closing word.
    let lowest = max(0, end - 12)
    let wordStart = bytes[lowest..<end].lastIndex { !$0.isLetter }.map { $0 + 1 } ?? lowest
    return closingWords.contains(String(decoding: bytes[wordStart..<end], as: UTF8.self).lowercased())
  }
}

extension UInt8 {
  /// Whether it may be in the name of an owner or repository, or is the slash between them.
  fileprivate var isNameByte: Bool { isIdentifier || "-./".utf8.contains(self) }
}

extension ArraySlice<UInt8> {
  /// Whether it separates the parts of a list: `, ` or ` and `.
  fileprivate var isSeparator: Bool {
    let text = String(decoding: trimmingBlanks(), as: UTF8.self)
    return count <= 8 && [",", "and", "&", ", and"].contains(text)
  }
}

extension ForgeProject {
  /// Returns the page of an issue or pull request, including those of other projects on the same server.
  package func page(of reference: IssueReference) -> String {
    let project = reference.repository.map { "\(server)/\($0)" } ?? address
    // GitHub and Forgejo redirect from an issue to the pull request if the number is one.
    let kind =
      switch reference.mark {
      case .issue: "issues/"
      case .mergeRequest: forge.pullRequests
      }
    return "\(project)/\(forge.pagePrefix)\(kind)\(reference.number)"
  }
}
