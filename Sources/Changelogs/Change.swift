import TextEditing
import Versioning

/// A commit as those see it who use what is released. An object, because lists of many thousands are handed on.
package final class Change: Hashable, Sendable {
  package let commit: CommitRecord
  package let message: CommitMessage
  /// In lower case; nil for a commit that does not say one.
  package let type: String?
  package let reversion: Reversion?

  package init(_ commit: CommitRecord) {
    self.commit = commit
    message = CommitMessage(commit.message)
    reversion = Reversion(message)
    type = message.conventional?.type ?? (reversion == nil ? nil : "revert")
  }

  /// All else follows from the commit.
  package static func == (left: Change, right: Change) -> Bool { left.commit == right.commit }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(commit)
  }

  package var scope: String? { message.conventional?.scope }

  /// What was done, without type and scope.
  package var description: String { message.conventional?.description ?? message.header }

  /// A commit without a conventional header counts as well if a footer says so: its author meant it.
  package var isBreaking: Bool {
    message.conventional?.isBreaking == true || message.footers.contains(where: \.isBreaking)
  }

  /// What the footers say of what breaks.
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

  /// The issues and pull requests that it names, each once, as done if it says so anywhere.
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

  /// What it counts for.
  package func level(by rules: ReleaseRules) -> ReleaseLevel {
    isBreaking ? .major : rules.level(ofType: type)
  }
}
