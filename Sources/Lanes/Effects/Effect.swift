import MartletCore

/// One effect of a run. The set is closed: the planner, the renderer and the transaction handle every case.
package enum Effect: Hashable, Sendable, Codable {
  case writeFile(FileWrite)
  case createCommit(CommitCreation)
  case createTag(TagCreation)
  case pushRefs(RefPush)
  case writeArchive(ArchiveWrite)
  case runCommand(CommandRun)
  case showMessage(String)
  case release(ReleaseEffect)
  case postMessage(Announcement)
  case publishTree(TreePublication)

  /// Whether it is public, so that it cannot be undone.
  package var isOutward: Bool {
    switch self {
    case .pushRefs, .postMessage, .publishTree: true
    case .runCommand(let run): run.isOutward
    case .release(let effect): effect.isOutward
    case .writeFile, .createCommit, .createTag, .writeArchive, .showMessage: false
    }
  }

  /// The project files that it changes or commits.
  package var changedPaths: [RelativePath] {
    switch self {
    case .writeFile(let write): [write.path]
    case .createCommit(let commit): commit.paths
    case .runCommand(let run): run.outputs
    case .createTag, .pushRefs, .writeArchive, .showMessage, .release, .postMessage, .publishTree: []
    }
  }

  /// Whether its result is unknown before it is performed, so that planning stops until then.
  package var isOpaque: Bool {
    switch self {
    case .runCommand: true
    case .writeArchive(let write): write.terms.isAwaited
    case .release(let effect): effect.isOpaque
    case .postMessage(let announcement): announcement.isAwaited
    case .writeFile, .createCommit, .createTag, .pushRefs, .showMessage, .publishTree: false
    }
  }
}

/// New contents for one file.
package struct FileWrite: Hashable, Sendable, Codable {
  package let path: RelativePath
  /// The digest of the file before the write; nil: the file does not exist.
  package let digestBefore: ContentDigest?
  private var blob: Blob
  /// The changes as a unified diff.
  package let diff: String
  /// The numbers of removed and inserted lines.
  package let removedCount: Int
  package let insertedCount: Int
  /// Whether the file contains secrets.
  package private(set) var isHidden = false
  /// True for a new executable file; nil keeps the existing mode.
  package var isExecutable: Bool?
  private var before = TransientCache<[UInt8]>()

  package init(from before: SourceText?, to after: SourceText) {
    path = after.path
    self.before = TransientCache(before?.fileBytes)
    digestBefore = before.map { ContentDigest(of: $0.fileBytes) }
    blob = Blob(bytes: after.fileBytes)
    let diff = UnifiedDiff(from: before, to: after)
    self.diff = diff.rendered()
    removedCount = diff.removedCount
    insertedCount = diff.insertedCount
  }

  /// Creates the write of a file with secrets, whose changes are hidden.
  package init(from before: SourceText?, toHidden after: SourceText) {
    path = after.path
    digestBefore = before.map { ContentDigest(of: $0.fileBytes) }
    blob = Blob(bytes: after.fileBytes)
    let diff = UnifiedDiff(from: before, to: after)
    self.diff = "(changes in `\(after.path)` are hidden: the file contains secrets)\n"
    removedCount = diff.removedCount
    insertedCount = diff.insertedCount
    isHidden = true
  }

  /// The new contents of the file; empty in a record that has only their digest.
  package var contents: [UInt8] { blob.bytes ?? [] }

  /// The digest of the new contents.
  package var digestAfter: ContentDigest { blob.digest }

  /// Whether `found` is the file before the write; nil: it does not exist.
  package func replaces(_ found: [UInt8]?) -> Bool {
    if let found, found == before.value { return true }
    return found.map(ContentDigest.init) == digestBefore
  }

  private enum CodingKeys: CodingKey {
    case path, digestBefore, blob, diff, removedCount, insertedCount, isHidden, isExecutable
  }
}

/// A value that is known only in the process that made it, and no part of its owner's identity.
private struct TransientCache<Value: Sendable>: Hashable, Sendable {
  let value: Value?

  init(_ value: Value? = nil) { self.value = value }

  static func == (left: Self, right: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension FileWrite {
  /// The write without the contents, but with their digest.
  package var withoutContents: FileWrite {
    var write = self
    write.blob = blob.withoutBytes
    return write
  }

  /// Whether the contents are known.
  package var hasContents: Bool { blob.bytes != nil }
}

/// An annotated tag.
package struct TagCreation: Hashable, Sendable, Codable {
  /// Without `refs/tags/`.
  package let name: String
  package let message: String
  package let target: CommitReference
  /// Whether to sign it; nil: git's configuration decides.
  package var isSigned: Bool?

  package init(name: String, message: String, target: CommitReference) {
    self.name = name
    self.message = message
    self.target = target
  }
}

/// A push of named refs to one remote.
package struct RefPush: Hashable, Sendable, Codable {
  /// One ref, by its full local and remote names.
  package struct Ref: Hashable, Sendable, Codable {
    package let source: String
    package let destination: String
    /// Whether the ref must not exist on the remote.
    package let isCreation: Bool
    /// The commit that the remote must have: its last known one when the plan was made. Nil when that is unknown; then
    /// the push must not lose any commits.
    package let expected: ObjectID?

    package init(source: String, destination: String, isCreation: Bool, expected: ObjectID? = nil) {
      self.source = source
      self.destination = destination
      self.isCreation = isCreation
      self.expected = expected
    }

    /// The short name: `main`, `1.5.0`.
    package var shortName: String {
      ["refs/heads/", "refs/tags/"].first { destination.hasPrefix($0) }
        .map { String(destination.dropFirst($0.count)) } ?? destination
    }
  }

  package let remote: String
  package let refs: [Ref]
  /// Whether to run the user's `pre-push` hook.
  package let runsHooks: Bool
  /// Whether the push is atomic. If not, the branch is pushed first and the tags last.
  package var isAtomic = true

  package init(remote: String, refs: [Ref], runsHooks: Bool) {
    self.remote = remote
    self.refs = refs
    self.runsHooks = runsHooks
  }
}

/// An existing commit, or one that the plan will create, whose id is not known yet.
package enum CommitReference: Hashable, Sendable, Codable {
  case existing(ObjectID)
  /// The commit that the plan's entry with this number (from 1) creates.
  case planned(entry: Int)
}
