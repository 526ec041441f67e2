import MartletCore

extension Repository {
  /// Returns the paths of the files that differ between `old` and `new`, in byte order; names that are not UTF-8 are
  /// left out.
  package func paths(differingBetween old: ObjectID, and new: ObjectID) throws(GitError) -> [RelativePath] {
    let (before, after) = (try commit(old).tree, try commit(new).tree)
    return try Set(paths(differingFrom: before, in: after).compactMap { RelativePath($0) }).sorted()
  }

  /// Returns the names of the files that differ between two trees, nil for an empty one; bytes that are not UTF-8 are
  /// replaced. Trees with the same id are not read.
  func paths(differingFrom old: ObjectID?, in new: ObjectID) throws(GitError) -> [String] {
    var paths: [String] = []
    try compare(old, new, below: "", into: &paths)
    return paths
  }

  /// Walks two trees side by side, because both are sorted. A folder in the place of a file has another place in that order.
  private func compare(
    _ old: ObjectID?, _ new: ObjectID?, below folder: String, into paths: inout [String]
  ) throws(GitError) {
    if old == new { return }
    var (before, after) = (try entries(of: old)[...], try entries(of: new)[...])
    while let entry = TreeObject.Entry.next(before.first, after.first) {
      let left = before.first.flatMap { entry.precedes($0) ? nil : $0 }
      let right = after.first.flatMap { entry.precedes($0) ? nil : $0 }
      if left != nil { before.removeFirst() }
      if right != nil { after.removeFirst() }
      if let left, let right, left.id == right.id, left.kind == right.kind { continue }
      let name = folder + String(decoding: entry.name, as: UTF8.self)
      if entry.kind == .folder {
        try compare(left?.id, right?.id, below: "\(name)/", into: &paths)
      } else {
        paths.append(name)
      }
    }
  }

  private func entries(of id: ObjectID?) throws(GitError) -> [TreeObject.Entry] {
    try id.map { id throws(GitError) in try objects.tree(id).entries() } ?? []
  }

  /// Returns what a checkout of `commit` writes to `path`, by the attributes of this work tree; nil when there is no file.
  package func checkedOutContents(of path: RelativePath, in commit: ObjectID) throws(GitError) -> [UInt8]? {
    guard let entry = try entry(at: path, in: commit), case .file = entry.kind else { return nil }
    let result = try gitProgram.command(["cat-file", "--filters", "--path=\(path)", entry.id.hex]).result()
    guard result.succeeded else { throw .filterFailed(path, output: result.errorText) }
    return result.output
  }

  /// Returns the message of the tag object `id` without its signature; nil when it is not a tag object.
  package func message(ofTag id: ObjectID) throws(GitError) -> [UInt8]? {
    // A lightweight tag names another object.
    guard let (kind, contents) = try objects.read(id), kind == .tag else { return nil }
    let bytes = Array(ObjectText(contents.array).message.prefix { $0 != 0 })
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

extension TreeObject.Entry {
  /// Returns the one that comes first in a tree; nil for none.
  fileprivate static func next(_ left: TreeObject.Entry?, _ right: TreeObject.Entry?) -> TreeObject.Entry? {
    guard let left, let right else { return left ?? right }
    return right.precedes(left) ? right : left
  }

  /// Whether git sorts it before `other` in a tree: a folder as if its name ended with a slash.
  fileprivate func precedes(_ other: TreeObject.Entry) -> Bool {
    let count = min(name.count, other.name.count)
    let (start, otherStart) = (name.prefix(count), other.name.prefix(count))
    if !start.elementsEqual(otherStart) { return start.lexicographicallyPrecedes(otherStart) }
    return byte(after: count) < other.byte(after: count)
  }

  private func byte(after count: Int) -> UInt8 {
    name.count > count ? name[name.startIndex + count] : kind == .folder ? .slash : 0
  }
}
