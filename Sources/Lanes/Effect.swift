import TextEditing
import Versioning

/// One thing that a run does. The set is closed: the planner, the renderer and the transaction know every case.
package enum Effect: Hashable, Sendable, Codable {
  case writeFile(FileWrite)
  case createCommit(CommitCreation)
  case createTag(TagCreation)
  case pushRefs(RefPush)
  case writeArchive(ArchiveWrite)
  case runCommand(CommandRun)
  case showMessage(String)
  case release(ReleaseEffect)

  /// Whether others can see what it did, so that it cannot be taken back.
  package var isOutward: Bool {
    switch self {
    case .pushRefs: true
    case .runCommand(let run): run.isOutward
    case .release(let effect): effect.isOutward
    case .writeFile, .createCommit, .createTag, .writeArchive, .showMessage: false
    }
  }

  /// The files of the project that it changes or commits.
  package var changedPaths: [RelativePath] {
    switch self {
    case .writeFile(let write): [write.path]
    case .createCommit(let commit): commit.paths
    case .runCommand(let run): run.outputs
    case .createTag, .pushRefs, .writeArchive, .showMessage, .release: []
    }
  }

  /// Whether nobody knows what comes of it, so that planning goes on only then.
  package var isOpaque: Bool {
    switch self {
    case .runCommand: true
    case .writeArchive(let write): write.terms.isAwaited
    case .release(let effect): effect.isOpaque
    case .writeFile, .createCommit, .createTag, .pushRefs, .showMessage: false
    }
  }
}

/// New contents for one file.
package struct FileWrite: Hashable, Sendable, Codable {
  package let path: RelativePath
  /// What the file holds until then; nil: there is no file.
  package let digestBefore: ContentDigest?
  private let blob: Blob
  /// What changes, as a unified diff.
  package let diff: String
  /// How many lines go and come.
  package let removedCount: Int
  package let insertedCount: Int
  /// Whether secrets stand in it.
  package private(set) var isHidden = false
  /// True where a new file is a program; nil leaves the mode to what is there.
  package var isExecutable: Bool?

  package init(from before: SourceText?, to after: SourceText) {
    path = after.path
    digestBefore = before.map { ContentDigest(of: $0.fileBytes) }
    blob = Blob(bytes: after.fileBytes)
    let diff = UnifiedDiff(from: before, to: after)
    self.diff = diff.rendered()
    removedCount = diff.removedCount
    insertedCount = diff.insertedCount
  }

  /// The writing of a file with secrets in it: what changes is not shown.
  package init(from before: SourceText?, toHidden after: SourceText) {
    path = after.path
    digestBefore = before.map { ContentDigest(of: $0.fileBytes) }
    blob = Blob(bytes: after.fileBytes)
    let diff = UnifiedDiff(from: before, to: after)
    self.diff = "(what changes in `\(after.path)` is not shown: secrets stand in it)\n"
    removedCount = diff.removedCount
    insertedCount = diff.insertedCount
    isHidden = true
  }

  /// All bytes that it shall hold.
  package var contents: [UInt8] { blob.bytes }

  /// The digest of these.
  package var digestAfter: ContentDigest { blob.digest }
}

extension FileWrite {
  /// Journals from before files with secrets were told apart do not say whether it is one.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    path = try values.decode(RelativePath.self, forKey: .path)
    digestBefore = try values.decodeIfPresent(ContentDigest.self, forKey: .digestBefore)
    blob = try values.decode(Blob.self, forKey: .blob)
    diff = try values.decode(String.self, forKey: .diff)
    removedCount = try values.decode(Int.self, forKey: .removedCount)
    insertedCount = try values.decode(Int.self, forKey: .insertedCount)
    isHidden = try values.decodeIfPresent(Bool.self, forKey: .isHidden) ?? false
    isExecutable = try values.decodeIfPresent(Bool.self, forKey: .isExecutable)
  }
}

/// The bytes of a file, which need not be text; in JSON they are base64.
private struct Blob: Hashable, Sendable, Codable {
  let bytes: [UInt8]
  /// Found once: plans, journals and performers ask for it.
  let digest: ContentDigest

  init(bytes: [UInt8]) {
    self.bytes = bytes
    digest = ContentDigest(of: bytes)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = Base64.standard.bytes(of: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no base64")
    }
    self.init(bytes: bytes)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Base64.standard.text(of: bytes))
  }
}

/// An annotated tag.
package struct TagCreation: Hashable, Sendable, Codable {
  /// Without `refs/tags/`.
  package let name: String
  package let message: String
  package let target: CommitReference
  /// Whether it is signed; nil as git is configured.
  package var isSigned: Bool?
  /// The plan that the message says it comes from; nil when it says nothing of ours.
  package var plan: PlanDigest?

  package init(name: String, message: String, target: CommitReference) {
    self.name = name
    self.message = message
    self.target = target
  }
}

/// A push of named refs to one remote.
package struct RefPush: Hashable, Sendable, Codable {
  /// One ref by its full name here and there.
  package struct Ref: Hashable, Sendable, Codable {
    package let source: String
    package let destination: String
    /// Whether the remote must not have it yet.
    package let isCreation: Bool
    /// What the remote must have: what it had when it was last heard of before the plan was made. Nil when that is not
    /// known; then it must have nothing that would be lost.
    package let expected: ObjectID?

    package init(source: String, destination: String, isCreation: Bool, expected: ObjectID? = nil) {
      self.source = source
      self.destination = destination
      self.isCreation = isCreation
      self.expected = expected
    }

    /// As people say it: `main`, `1.5.0`.
    package var shortName: String {
      ["refs/heads/", "refs/tags/"].first { destination.hasPrefix($0) }
        .map { String(destination.dropFirst($0.count)) } ?? destination
    }
  }

  package let remote: String
  package let refs: [Ref]
  /// Whether the user's `pre-push` hook is run.
  package let runsHooks: Bool
  /// Whether all refs go as one, all or none. If not, the branch goes first and the tags last.
  package var isAtomic = true

  package init(remote: String, refs: [Ref], runsHooks: Bool) {
    self.remote = remote
    self.refs = refs
    self.runsHooks = runsHooks
  }
}

extension RefPush {
  /// Journals from before a push could be other than atomic do not say whether it is.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    remote = try values.decode(String.self, forKey: .remote)
    refs = try values.decode([Ref].self, forKey: .refs)
    runsHooks = try values.decode(Bool.self, forKey: .runsHooks)
    isAtomic = try values.decodeIfPresent(Bool.self, forKey: .isAtomic) ?? true
  }
}

/// A commit that is there, or one that the plan will make and whose id nobody can know before.
package enum CommitReference: Hashable, Sendable, Codable {
  case existing(ObjectID)
  /// The commit that the plan's entry of this number (from 1) creates.
  case planned(entry: Int)
}
