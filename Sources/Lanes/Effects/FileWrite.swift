import MartletCore

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
}

extension FileWrite: EffectValue {
  package var summary: EffectSummary {
    var summary = EffectSummary(
      keyword: "write", digestBefore == nil ? "create" : "write", path.string, "-\(removedCount) +\(insertedCount)",
      phrase: "write \(path)")
    summary.progress = .nothing
    return summary
  }

  package func fields(_ outcome: Outcome) -> EffectFields {
    ["path": path.string, "removedLines": removedCount, "insertedLines": insertedCount, "diff": diff]
  }

  package var changedPaths: [RelativePath] { [path] }

  package func apply(to draft: inout Draft) throws {
    try Draft.checkOutsideGit(path.string, draft.identity(of: path).string)
    draft.write(try SourceText(path: path, fileBytes: contents), isNew: digestBefore == nil)
    // So files below a folder such as `Pods` do not get into a commit.
    if try !draft.workspace.isIgnored(path) { draft.progress.uncommitted[path] = .bytes(digestAfter) }
  }
}
