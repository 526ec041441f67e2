import MartletCore

/// A commit of named files on the current branch.
package struct CommitCreation: Hashable, Sendable, Codable {
  package let message: String
  /// The files that differ from the parent, in byte order of their paths; everything else is as in the parent.
  package let files: [CommittedFile]
  /// The branch, without `refs/heads/`.
  package let branch: String
  package let parent: CommitReference
  /// Whether to run the user's hooks.
  package let runsHooks: Bool
  /// Whether to sign it; nil: git's configuration decides.
  package var isSigned: Bool?
  /// True where HEAD is detached and moves itself; nil where the branch moves.
  package var isDetached: Bool?

  package init(message: String, files: [CommittedFile], branch: String, parent: CommitReference, runsHooks: Bool) {
    self.message = message
    self.files = files
    self.branch = branch
    self.parent = parent
    self.runsHooks = runsHooks
  }

  package var paths: [RelativePath] { files.map(\.path) }

  /// The full name of the reference that moves.
  package var reference: String { WorkingBranch.reference(of: branch, isDetached: isDetached == true) }

  /// The first line of the message.
  package var subject: String { String(message.prefix { !$0.isNewline }) }
}

/// A file of a commit with its planned contents: if its contents differ, the commit is not created.
package struct CommittedFile: Hashable, Sendable, Codable {
  /// The contents of a file in the working tree, before git's filters convert it.
  package enum Contents: Hashable, Sendable, Codable {
    case bytes(ContentDigest)
    /// The file does not exist; the commit removes it.
    case absent
    /// A command that has not run yet writes the file.
    case unknown

    /// Creates the contents for `bytes`; nil: the file does not exist.
    package init(of bytes: [UInt8]?) {
      self = bytes.map { .bytes(ContentDigest(of: $0)) } ?? .absent
    }
  }

  package let path: RelativePath
  package let contents: Contents

  package init(_ path: RelativePath, _ contents: Contents) {
    self.path = path
    self.contents = contents
  }
}

/// An existing commit, or one that the plan will create, whose id is not known yet.
package enum CommitReference: Hashable, Sendable, Codable {
  case existing(ObjectID)
  /// The commit that the plan's entry with this number (from 1) creates.
  case planned(entry: Int)
}

extension CommitReference {
  var phrase: String {
    switch self {
    case .existing(let id): id.short
    case .planned(let entry): "the commit of \(entry)"
    }
  }
}

extension CommitCreation: EffectValue {
  package var summary: EffectSummary {
    EffectSummary(
      "commit", "\"\(subject)\" on \(branch)", files.count.of("file"), phrase: "commit \"\(subject)\"")
  }

  package func fields(_ outcome: Outcome) -> EffectFields {
    ["message": message, "files": paths.map(\.string), "branch": branch, "commit": outcome.commit?.hex]
  }

  package func receipt(_ outcome: Outcome) -> String? { outcome.commit.map { "commit \($0.short)" } }
  package var changedPaths: [RelativePath] { paths }

  package func apply(to draft: inout Draft) { for path in paths { draft.progress.uncommitted[path] = nil } }
}
