import MartletCore

extension Repository {
  /// Returns the commit with that ID; throws `noSuchObject` when there is none.
  package func commit(_ id: ObjectID) throws(GitError) -> Commit {
    let text = ObjectText(try objects.bytes(of: id, .commit))
    guard let tree = text.id("tree"), let author = text.identity("author"), let committer = text.identity("committer")
    else { throw .unusableObject(id, reason: "it has no valid tree, author or committer") }
    return Commit(
      id: id, tree: tree, parents: text.values("parent").compactMap { ObjectID(String(decoding: $0, as: UTF8.self)) },
      people: (author, committer), message: Self.message(of: text))
  }

  /// Returns the bytes of a file in the commit, without conversion of line ends; for a symbolic link, its target. Nil
  /// when there is no such file.
  package func contents(of path: RelativePath, in commit: ObjectID) throws(GitError) -> [UInt8]? {
    guard let entry = try entry(at: path, in: commit), entry.kind.isFile else { return nil }
    return try objects.bytes(of: entry.id, .blob)
  }

  /// Returns whether the commit has a file at `path` that is not a symbolic link.
  package func hasFile(at path: RelativePath, in commit: ObjectID) throws(GitError) -> Bool {
    if case .file = try entry(at: path, in: commit)?.kind { true } else { false }
  }

  /// Returns the tree entry of a file or a folder of `commit`; nil if it has none.
  func entry(at path: RelativePath, in commit: ObjectID) throws(GitError) -> TreeObject.Entry? {
    var folder = try self.commit(commit).tree
    for (index, name) in path.components.enumerated() {
      let entries = try objects.tree(folder).entries()
      guard let entry = entries.first(where: { $0.name.elementsEqual(name.utf8) }) else { return nil }
      if index == path.components.count - 1 { return entry }
      guard entry.kind == .folder else { return nil }
      folder = entry.id
    }
    return nil
  }

  /// Returns the message up to the first NUL, as git prints it. Other encodings than UTF-8 and ISO 8859-1 are not converted.
  private static func message(of text: ObjectText) -> String {
    let bytes = text.message.drop { $0 == .lineFeed }.prefix { $0 != 0 }
    let encoding = text.values("encoding").first.map { String(decoding: $0, as: UTF8.self).lowercased() }
    guard let encoding, ["iso-8859-1", "iso8859-1", "latin1", "latin-1"].contains(encoding) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
