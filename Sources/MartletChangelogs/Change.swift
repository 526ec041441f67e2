import MartletCore

/// A commit from the point of view of the users of a release. A class, because lists of many thousands are passed
/// around.
package final class Change: Hashable, Sendable {
  package let commit: CommitRecord
  package let message: CommitMessage
  /// In lower case; nil for a commit without a type.
  package let type: String?
  package let reversion: Reversion?

  package init(_ commit: CommitRecord) {
    self.commit = commit
    message = CommitMessage(commit.isMerge ? commit.message : commit.messageOfPullRequest ?? commit.message)
    reversion = Reversion(message)
    type = message.conventional?.type ?? (reversion == nil ? nil : "revert")
  }

  /// Everything else follows from the commit.
  package static func == (left: Change, right: Change) -> Bool { left.commit == right.commit }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(commit)
  }

  package var scope: String? { message.conventional?.scope }

  /// The description without type and scope.
  package var description: String { message.conventional?.description ?? message.header }

  /// Whether it breaks the interface. A footer is enough, even under a header that is not conventional.
  package var isBreaking: Bool {
    message.conventional?.isBreaking == true || message.footers.contains(where: \.isBreaking)
  }

  /// The texts of the footers about breaking changes.
  package var breakingNotes: [String] { message.footers.filter(\.isBreaking).map(\.value).filter { !$0.isEmpty } }

  /// The author, then the co-authors, without duplicates.
  package var authors: [CommitRecord.Person] {
    var addresses: Set<String> = []
    return ([commit.author] + coAuthors).filter {
      addresses.insert($0.email.isEmpty ? $0.name : $0.email.lowercased()).inserted
    }
  }

  private var coAuthors: [CommitRecord.Person] {
    message.footers.filter { $0.isNamed("co-authored-by") }.compactMap { footer in
      let line = footer.value.prefix { !$0.isNewline }
      let name = String(line.prefix { $0 != "<" }).trimmingTrailingBlanks()
      let email = line.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }
      return name.isEmpty ? nil : CommitRecord.Person(name: name, email: String(email))
    }
  }

  /// The referenced issues and pull requests, each once; closed if any of the references closes it.
  package var references: [IssueReference] {
    var found: [String: IssueReference] = [:]
    var order: [String] = []
    for reference in IssueReference.all(in: commit.message) {
      let known = found[reference.description]
      if known == nil { order.append(reference.description) }
      if known == nil || (reference.isClosed && known?.isClosed == false) { found[reference.description] = reference }
    }
    return order.compactMap { found[$0] }
  }

  /// Returns the release level of the change.
  package func level(by rules: ReleaseRules) -> ReleaseLevel {
    isBreaking ? .major : rules.level(ofType: type)
  }
}

extension CommitRecord {
  private static let pullRequest = Pattern(/Merge pull request (#[0-9]+) from \S+/)

  /// The message of a commit that GitHub made for a pull request, with the title as the first line: GitHub writes it below
  /// `Merge pull request #13 from owner/branch`. Nil for another commit.
  fileprivate var messageOfPullRequest: [UInt8]? {
    guard message.starts(with: "Merge pull request #".utf8) else { return nil }
    let lines = String(decoding: message, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard let number = lines[0].wholeMatch(of: Self.pullRequest)?.output.1,
      let title = lines.dropFirst().firstIndex(where: { !$0.allSatisfy(\.isWhitespace) })
    else { return nil }
    return Array(
      (["\(lines[title]) (\(number))"] + lines[(title + 1)...].map(String.init)).joined(separator: "\n").utf8)
  }
}
