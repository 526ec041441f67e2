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
      guard let raw = RawObjectID(next) else { throw .noSuchObject(next) }
      let (kind, contents) = try reader.read(raw)
      let header = TargetHeader(kind, contents)
      switch kind {
      case .tag:
        guard let target = header.target else { throw .unusableObject(next, reason: "it names no object") }
        next = target
      case .commit:
        guard let tree = header.target else { throw .unusableObject(next, reason: "it names no tree") }
        return ExportSubject(commit: next, tree: tree, time: header.time)
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
    var folders = [RawObjectID(subject.tree)].compactMap { $0 }
    var count = 0
    while let folder = folders.popLast() {
      var tree = try reader.tree(folder)
      while let entry = tree.next() {
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

/// The parsed header of a commit or tag.
private struct TargetHeader {
  /// The tree of a commit, the object of a tag.
  private(set) var target: ObjectID?
  /// The time of the commit; 0 when it is missing.
  private(set) var time: UInt64 = 0

  init(_ kind: ObjectKind, _ bytes: [UInt8]) {
    guard kind == .commit || kind == .tag else { return }
    for line in bytes.split(separator: .lineFeed, omittingEmptySubsequences: false) {
      guard !line.isEmpty else { return }
      if target == nil, line.starts(with: (kind == .commit ? "tree " : "object ").utf8) {
        target = ObjectID(String(decoding: line.drop { $0 != .space }.dropFirst(), as: UTF8.self))
      }
      guard kind == .commit, line.starts(with: "committer ".utf8), let end = line.lastIndex(of: UInt8(ascii: ">"))
      else {
        continue
      }
      let digits = line[end...].dropFirst().drop { $0 == .space }.prefix(while: \.isDigit)
      time = UInt64(String(decoding: digits, as: UTF8.self)) ?? 0
    }
  }
}
