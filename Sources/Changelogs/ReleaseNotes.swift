import TextEditing
import Versioning

/// What is new in a version: entries in groups, as data. How it looks, a template says.
package struct ReleaseNotes: Hashable, Sendable {
  package struct Section: Hashable, Sendable {
    package let title: String
    package let entries: [Entry]
  }

  /// One thing that is new.
  package struct Entry: Hashable, Sendable {
    /// What it is; nil for a change file, which has words of its own.
    package var type: String?
    package var scope: String?
    package var text: String
    /// Whether the text is the project's own Markdown; otherwise it means what it says, letter by letter.
    package var isMarkdown = false
    package var isBreaking = false
    /// What the author said of what breaks.
    package var breakingNotes: [String] = []
    package var commit: ObjectID? { change?.commit.id }
    /// Names only: addresses are not for printing.
    package var authors: [String] { change?.authors.map(\.name) ?? [] }
    package var references: [IssueReference] { change?.references ?? [] }
    /// The commit that it describes; nil for an entry without a commit of its own.
    private var change: Change?

    package init(text: String) {
      self.text = text
    }
  }

  /// Nil for what is not released yet.
  package let version: Version?
  /// Such as `2026-11-21`.
  package let date: String
  package let sections: [Section]

  package var isEmpty: Bool { sections.isEmpty }

  /// - Parameters:
  ///   - entries: The newest first.
  ///   - style: Which of them are listed, and where.
  package init(of version: Version?, date: String, _ entries: [Entry], in style: NotesStyle) {
    self.version = version
    self.date = date
    var listed: [NotesStyle.Group: [Entry]] = [:]
    for entry in entries {
      if let group = style.group(of: entry) { listed[group, default: []].append(entry) }
    }
    sections = style.groups.compactMap { group in listed[group].map { Section(title: group.title, entries: $0) } }
  }
}

extension ReleaseNotes.Entry {
  /// What `change` is to those who use what is released.
  package init(_ change: Change) {
    self.init(text: change.reversion?.header.map { "Revert “\($0)”" } ?? change.description)
    type = change.type
    scope = change.scope
    isBreaking = change.isBreaking
    breakingNotes = change.breakingNotes
    self.change = change
  }

  /// The words of a change file.
  package init(_ file: ChangeFile) {
    self.init(text: file.text)
    isMarkdown = true
    type = file.type
    isBreaking = file.level == .major
  }
}

/// Which changes are listed, under which heading, in which order.
package struct NotesStyle: Hashable, Sendable {
  package struct Group: Hashable, Sendable {
    package let title: String
    /// The types of its commits in lower case; `breaking` stands for every breaking change, and `*` for all that no other
    /// group has.
    package let types: [String]

    package init(title: String, types: [String]) {
      self.title = title
      self.types = types
    }
  }

  package var groups = NotesStyle.standardGroups
  /// Scopes whose changes are not listed, such as `deps`.
  package var hiddenScopes: Set<String> = []
  package var showsAuthors = false

  package init() {}

  /// The words of Keep a Changelog 1.1.0 as far as types of commits lead to them.
  package static let standardGroups = [
    Group(title: "Breaking", types: ["breaking"]), Group(title: "Added", types: ["feat", "minor"]),
    Group(title: "Changed", types: ["perf"]), Group(title: "Fixed", types: ["fix", "patch"]),
    Group(title: "Reverted", types: ["revert"]),
  ]

  /// The group that lists `entry`; nil for one that is not listed. A breaking change is listed whatever its type
  /// and scope are.
  func group(of entry: ReleaseNotes.Entry) -> Group? {
    let named = { (name: String) in groups.first { $0.types.contains(name) } }
    if entry.isBreaking, let group = named("breaking") { return group }
    if let scope = entry.scope, hiddenScopes.contains(scope.lowercased()), !entry.isBreaking { return nil }
    return entry.type.flatMap(named) ?? named("*") ?? (entry.isBreaking ? groups.first : nil)
  }
}
