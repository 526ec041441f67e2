import MartletCore

/// The level of the next release, and the reasons for it.
package struct ReleaseDecision: Hashable, Sendable {
  /// A reason for a level: a commit, a change file, a break of the interface.
  package struct Reason: Hashable, Sendable {
    /// The short id of a commit, or the path of a file.
    package let name: String
    /// One line.
    package let text: String
    package let level: ReleaseLevel

    package init(name: String, text: String, level: ReleaseLevel) {
      self.name = name
      self.text = text
      self.level = level
    }
  }

  /// The version in a `Release-As:` footer, and its commit.
  package struct Request: Hashable, Sendable {
    package let version: Version
    package let commit: CommitRecord
  }

  package let level: ReleaseLevel
  /// The reasons for that level, the newest first.
  package let reasons: [Reason]
  package let request: Request?

  /// - Throws: `ChangelogError.badReleaseAs` for a footer without a valid version.
  package init(_ list: ChangeList, by rules: ReleaseRules, with others: [Reason] = []) throws(ChangelogError) {
    var highest = ReleaseLevel.none
    var reasons: [Reason] = []
    func add(_ reason: @autoclosure () -> Reason, at level: ReleaseLevel) {
      if level > highest {
        highest = level
        reasons = []
      }
      if level == highest, level > .none { reasons.append(reason()) }
    }
    for reason in others { add(reason, at: reason.level) }
    for change in list.changes {
      let level = change.level(by: rules)
      add(Reason(name: change.commit.id.short, text: change.message.header, level: level), at: level)
    }
    level = highest
    self.reasons = reasons
    request = try Self.request(in: list)
  }

  /// Returns the newest request, which wins.
  private static func request(in list: ChangeList) throws(ChangelogError) -> Request? {
    for change in list.changes {
      guard let footer = change.message.footers.first(where: { $0.isNamed("release-as") }) else { continue }
      let text = footer.value.hasPrefix("v") ? String(footer.value.dropFirst()) : footer.value
      guard let version = try? Version(text) else {
        throw .badReleaseAs(footer.value, commit: change.commit.id)
      }
      return Request(version: version, commit: change.commit)
    }
    return nil
  }
}
