import CLibGit2
import MartletCore

extension Repository {
  /// Returns the paths of the files that differ between `old` and `new`, in byte order; names that are not UTF-8 are
  /// left out.
  package func paths(differingBetween old: ObjectID, and new: ObjectID) throws(GitError) -> [RelativePath] {
    let after = try treeID(ofCommit: new)
    return try Set(paths(differingFrom: treeID(ofCommit: old), in: after).compactMap { RelativePath($0) }).sorted()
  }

  private func treeID(ofCommit id: ObjectID) throws(GitError) -> ObjectID {
    let tree = try handle(ofTreeOf: id)
    guard let id = git_tree_id(tree.pointer) else { throw .noSuchObject(id) }
    return ObjectID(id.pointee)
  }

  /// Returns the names of the files that differ between two trees, nil for an empty one; bytes that are not UTF-8 are
  /// replaced.
  ///
  /// Trees with the same id are not read. `git_diff_tree_to_tree` would read the configuration each time.
  func paths(differingFrom old: ObjectID?, in new: ObjectID) throws(GitError) -> [String] {
    var paths: [String] = []
    try compare(old?.libgit2(), new.libgit2(), below: "", into: &paths)
    return paths
  }

  private func compare(
    _ old: git_oid?, _ new: git_oid?, below folder: String, into paths: inout [String]
  ) throws(GitError) {
    guard let old else {
      guard let new else { return }
      let newer = try tree(new)
      return try compare(nil, newer.pointer, below: folder, into: &paths)
    }
    let older = try tree(old)
    guard let new else { return try compare(older.pointer, nil, below: folder, into: &paths) }
    let newer = try tree(new)
    try compare(older.pointer, newer.pointer, below: folder, into: &paths)
  }

  private func tree(_ id: git_oid) throws(GitError) -> Handle {
    var id = id
    let repository = libgit2
    return try Handle(git_tree_free, "compare two trees") { git_tree_lookup(&$0, repository, &id) }
  }

  /// Walks two trees side by side, because both are sorted. A folder in the place of a file has another place in that order.
  private func compare(
    _ old: OpaquePointer?, _ new: OpaquePointer?, below folder: String, into paths: inout [String]
  ) throws(GitError) {
    let counts = [old, new].map { tree in tree.map(git_tree_entrycount) ?? 0 }
    var (before, after) = (0, 0)
    while before < counts[0] || after < counts[1] {
      let older = before < counts[0] ? old.flatMap { git_tree_entry_byindex($0, before) } : nil
      let newer = after < counts[1] ? new.flatMap { git_tree_entry_byindex($0, after) } : nil
      let order = older.flatMap { older in newer.map { git_tree_entry_cmp(older, $0) } } ?? (older == nil ? 1 : -1)
      if order <= 0 { before += 1 }
      if order >= 0 { after += 1 }
      let (left, right) = (order <= 0 ? older : nil, order >= 0 ? newer : nil)
      if order == 0, git_oid_equal(git_tree_entry_id(left), git_tree_entry_id(right)) == 1,
        git_tree_entry_filemode_raw(left) == git_tree_entry_filemode_raw(right)
      {
        continue
      }
      guard let entry = left ?? right, let name = git_tree_entry_name(entry).map({ folder + String(cString: $0) })
      else {
        continue
      }
      if git_tree_entry_type(entry) == GIT_OBJECT_TREE {
        let ids = [left, right].map { $0.flatMap { git_tree_entry_id($0)?.pointee } }
        try compare(ids[0], ids[1], below: name + "/", into: &paths)
      } else {
        paths.append(name)
      }
    }
  }

  /// Returns what a checkout of `commit` writes to `path`, with line ends by the attributes of this work tree; nil when
  /// there is no file. Filter programs do not run.
  package func checkedOutContents(of path: RelativePath, in commit: ObjectID) throws(GitError) -> [UInt8]? {
    let task = "read `\(path)` of \(commit)"
    let tree = try handle(ofTreeOf: commit)
    let entry = try Handle.ifFound(git_tree_entry_free, task) {
      git_tree_entry_bypath(&$0, tree.pointer, path.string)
    }
    guard let entry, git_tree_entry_type(entry.pointer) == GIT_OBJECT_BLOB,
      git_tree_entry_filemode(entry.pointer) != GIT_FILEMODE_LINK
    else { return nil }
    let repository = libgit2
    let blob = try Handle(git_blob_free, task) { git_blob_lookup(&$0, repository, git_tree_entry_id(entry.pointer)) }
    var options = git_blob_filter_options()
    try LibGit2.check(git_blob_filter_options_init(&options, UInt32(GIT_BLOB_FILTER_OPTIONS_VERSION)), task)
    var contents = git_buf()
    try LibGit2.check(git_blob_filter(&contents, blob.pointer, path.string, &options), task)
    defer { git_buf_dispose(&contents) }
    return Array(UnsafeRawBufferPointer(start: contents.ptr, count: contents.size))
  }

  /// Returns the message of the tag object `id` without its signature; nil when it is not a tag object.
  package func message(ofTag id: ObjectID) throws(GitError) -> [UInt8]? {
    // A lightweight tag names another object.
    guard try objects.kind(of: id) == .tag else { return nil }
    let tag = try handle(ofTag: id)
    guard let text = git_tag_message(tag.pointer) else { return nil }
    let bytes = Array(String(cString: text).utf8)
    let lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
    let signature = lines.last { line in Self.signatureHeads.contains { line.starts(with: $0.utf8) } }
    return signature.map { Array(bytes[..<$0.startIndex]) } ?? bytes
  }

  /// The first lines of signatures: `parse_signed_buffer` in git's gpg-interface.c.
  private static let signatureHeads = [
    "-----BEGIN PGP SIGNATURE-----", "-----BEGIN PGP MESSAGE-----", "-----BEGIN SIGNED MESSAGE-----",
    "-----BEGIN SSH SIGNATURE-----",
  ]
}
