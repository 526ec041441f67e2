import MartletCore

/// The exported tree, of a commit or by itself.
package struct ExportSubject: Sendable {
  /// Nil for a tree.
  package let commit: ObjectID?
  package let tree: ObjectID
  /// The time of the commit in seconds since 1970; nil for a tree.
  package let time: UInt64?
}

extension Repository {
  /// Returns the commit, tag or tree that `revision` names, as git-rev-parse(1) reads it.
  ///
  /// - Throws: `GitError.unknownRevision`, `.noTree` for a file.
  package func exportSubject(_ revision: String) throws(GitError) -> ExportSubject {
    guard let id = try object(named: revision) else { throw .unknownRevision(revision) }
    return try exportSubject(id, named: revision)
  }

  /// The maximum depth of nested tags, more than any real repository has.
  static var maximumTagDepth: Int { 64 }

  /// Resolves the object `id`, a commit, a tag or a tree.
  ///
  /// - Parameter name: Its name in messages.
  package func exportSubject(_ id: ObjectID, named name: String) throws(GitError) -> ExportSubject {
    let reader = try ObjectReader(self)
    var next = id
    for _ in 0..<Self.maximumTagDepth {
      let (kind, bytes) = try reader.read(next)
      let text = ObjectText(bytes)
      switch kind {
      case .tag:
        guard let target = text.id("object") else { throw .unusableObject(next, reason: "it names no object") }
        next = target
      case .commit:
        guard let tree = text.id("tree") else { throw .unusableObject(next, reason: "it names no tree") }
        return ExportSubject(commit: next, tree: tree, time: text.time)
      case .tree: return ExportSubject(commit: nil, tree: next, time: nil)
      case .blob: throw .noTree(name)
      }
    }
    throw .unusableObject(id, reason: "it is the first of more than \(Self.maximumTagDepth) nested tags")
  }
}

extension Repository {
  /// Returns the number of files and links in the tree of `subject`, without submodules.
  package func fileCount(inTreeOf subject: ExportSubject) throws(GitError) -> Int {
    let reader = try ObjectReader(self)
    var folders = [subject.tree]
    var count = 0
    while let folder = folders.popLast() {
      for entry in try reader.entries(ofTree: folder) {
        switch entry.kind {
        case .file, .link: count += 1
        case .folder: folders.append(entry.id)
        case .submodule: break
        }
      }
    }
    return count
  }
}

extension ObjectText {
  /// The time of the commit in seconds since 1970; 0 when it is missing or invalid.
  fileprivate var time: UInt64 {
    let digits = values("committer").last?.split(separator: UInt8(ascii: ">")).last?.drop { $0 == .space }
      .prefix(while: \.isDigit)
    return digits.flatMap { UInt64(String(decoding: $0, as: UTF8.self)) } ?? 0
  }
}
