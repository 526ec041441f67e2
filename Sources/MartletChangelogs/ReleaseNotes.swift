import MartletCore

/// The notes of a version: entries in groups, as data. A template decides the layout.
package struct ReleaseNotes: Hashable, Sendable {
  package struct Section: Hashable, Sendable {
    package let title: String
    package let entries: [Entry]
  }

  /// An entry of the notes.
  package struct Entry: Hashable, Sendable {
    /// The type of the change; nil for a change file without one.
    package var type: String?
    package var scope: String?
    package var text: String
    /// Whether the text is the project's own Markdown; else it is plain text.
    package var isMarkdown = false
    package var isBreaking = false
    /// The author's texts about breaking changes.
    package var breakingNotes: [String] = []
    package var commit: ObjectID? { change?.commit.id }
    /// Names only: email addresses stay private.
    package var authors: [String] { change?.authors.map(\.name) ?? [] }
    package var references: [IssueReference] { change?.references ?? [] }
    /// The commit; nil for an entry without its own commit.
    fileprivate var change: Change?

    package init(text: String) {
      self.text = text
    }
  }

  /// Nil for unreleased changes.
  package let version: Version?
  /// For example `2026-11-21`.
  package let date: String
  package let sections: [Section]

  package var isEmpty: Bool { sections.isEmpty }

  /// - Parameters:
  ///   - entries: The newest first.
  ///   - style: Selects and groups the listed entries.
  package init(of version: Version?, date: String, _ entries: [Entry], in style: NotesStyle) {
    self.version = version
    self.date = date
    var listed: [NotesStyle.Group: [Entry]] = [:]
    for entry in entries {
      if let group = style.group(of: entry) { listed[group, default: []].append(style.shown(entry)) }
    }
    sections = style.groups.compactMap { group in listed[group].map { Section(title: group.title, entries: $0) } }
  }
}

extension ReleaseNotes.Entry {
  /// Creates the entry of `change`.
  package init(_ change: Change) {
    self.init(text: change.reversion?.header.map { "Revert “\($0)”" } ?? change.description)
    type = change.type
    scope = change.scope
    isBreaking = change.isBreaking
    breakingNotes = change.breakingNotes
    self.change = change
  }

  /// Creates the entry of a change file.
  package init(_ file: ChangeFile) {
    self.init(text: file.text)
    isMarkdown = true
    type = file.type
    isBreaking = file.level == .major
  }
}

/// The listed changes, their headings, and their order.
package struct NotesStyle: Hashable, Sendable {
  package struct Group: Hashable, Sendable {
    package let title: String
    /// The types of its commits in lower case; `breaking` matches every breaking change, and `*` everything that no
    /// other group matches.
    package let types: [String]

    package init(title: String, types: [String]) {
      self.title = title
      self.types = types
    }
  }

  package var groups = NotesStyle.standardGroups
  /// The types of the project's release rules.
  package var types = Set(ReleaseRules.standardTypes.keys)
  /// Scopes whose changes are not listed, for example `deps`.
  package var hiddenScopes: Set<String> = []
  package var showsAuthors = false

  package init() {}

  /// The groups of Keep a Changelog 1.1.0 that correspond to commit types.
  package static let standardGroups = [
    Group(title: "Breaking", types: ["breaking"]), Group(title: "Added", types: ["feat", "minor"]),
    Group(title: "Changed", types: ["perf"]), Group(title: "Fixed", types: ["fix", "patch"]),
    Group(title: "Reverted", types: ["revert"]),
  ]

  /// Returns the entry as it is listed: a word before a colon that is not a type belongs to the text.
  func shown(_ entry: ReleaseNotes.Entry) -> ReleaseNotes.Entry {
    guard let message = entry.change?.message, let type = entry.type, message.conventional?.isPlain == true,
      !types.contains(type), !groups.contains(where: { $0.types.contains(type) })
    else { return entry }
    var shown = entry
    shown.text = message.header
    return shown
  }

  /// Returns the group of `entry`; nil if it is not listed. A breaking change of any type and scope is listed.
  func group(of entry: ReleaseNotes.Entry) -> Group? {
    let named = { (name: String) in groups.first { $0.types.contains(name) } }
    if entry.isBreaking, let group = named("breaking") { return group }
    if let scope = entry.scope, hiddenScopes.contains(scope.lowercased()), !entry.isBreaking { return nil }
    return entry.type.flatMap(named) ?? named("*") ?? (entry.isBreaking ? groups.first : nil)
  }
}
