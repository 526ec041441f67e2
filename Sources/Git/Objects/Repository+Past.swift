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
  func paths(differingFrom old: ObjectID?, in new: ObjectID) throws(GitError) -> [String] {
    let task = "compare two trees"
    var options = git_diff_options()
    try LibGit2.check(git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION)), task)
    options.flags = GIT_DIFF_SKIP_BINARY_CHECK.rawValue
    let repository = libgit2
    func tree(_ id: ObjectID) throws(GitError) -> Handle {
      var id = try id.libgit2()
      return try Handle(git_tree_free, task) { git_tree_lookup(&$0, repository, &id) }
    }
    let after = try tree(new)
    var before: Handle?
    if let old { before = try tree(old) }
    let diff = try Handle(git_diff_free, task) {
      git_diff_tree_to_tree(&$0, repository, before?.pointer, after.pointer, &options)
    }
    return (0..<git_diff_num_deltas(diff.pointer)).compactMap { index in
      git_diff_get_delta(diff.pointer, index)?.pointee.new_file.path.map { String(cString: $0) }
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
