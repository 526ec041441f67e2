import TextEditing
import Versioning

/// A look at the work tree of a repository whose index holds nothing out of the ordinary.
struct ScannedWorkTree {
  let image: IndexImage
  let scan: WorkTreeScan
}

extension Repository {
  /// Whether a look at the files proves that nothing differs from HEAD, as `git status` sees it. If not, nothing is known.
  ///
  /// What git has noted in the index of a file says that it is still the same; that takes neither reading nor hashing it,
  /// nor libgit2's way through attributes and rules of each folder.
  func isPlainlyClean(_ untracked: UntrackedFiles) throws(GitError) -> Bool {
    guard let commit = try head().commit, let found = scannedWorkTree(), found.scan.isUnchanged else { return false }
    switch untracked {
    case .none: break
    case .folders, .all: guard try hasNoneUntracked(found.scan) else { return false }
    }
    if let staged = found.image.tree { return try tree(ofCommit: commit) == staged.objectID }
    return try isNothingStaged()
  }

  /// Every file that git tracks or would add, as `filePaths` tells them, without those that are links.
  package func plainFilePaths() throws(GitError) -> [RelativePath] {
    guard let found = scannedWorkTree(), try hasNoneUntracked(found.scan) else {
      var paths: [RelativePath] = []
      for path in try filePaths() {
        if case .link = try? Files.kind(of: "\(workTree)/\(path)") { continue }
        paths.append(path)
      }
      return paths
    }
    return found.image.entries.indices.compactMap { number in
      let entry = found.image.entries[number]
      guard !entry.isSubmodule, !found.scan.links.contains(number) else { return nil }
      return String(validUTF8: found.image.paths[entry.path]).flatMap { RelativePath($0) }
    }
  }

  /// Nil where it takes more than looking.
  private func scannedWorkTree() -> ScannedWorkTree? {
    let path = "\(gitDirectory)/index"
    // In this order: of an index that is written in between, too little is believed.
    guard !isBare, let status = try? Files.status(of: path), let bytes = try? Files.contents(of: path),
      let image = IndexImage(bytes)
    else { return nil }
    let time = FileRecord.time(Files.modification(of: status))
    let scan = WorkTreeScan(IndexFolders(image), below: workTree, time: time)
    return scan.isIncomplete ? nil : ScannedWorkTree(image: image, scan: scan)
  }

  /// Whether all that the index does not know is ignored, or nothing that git would add.
  private func hasNoneUntracked(_ scan: WorkTreeScan) throws(GitError) -> Bool {
    let rules = IgnoreRules(of: self)
    var next = scan.unknown
    while let name = next.popLast() {
      // Another encoding on disk than in the index, or none.
      guard let text = String(validUTF8: name.path) else { return false }
      if rules.ignore(name.path + (name.isFolder ? [.slash] : [])) { continue }
      guard name.isFolder else { return false }
      guard let names = try? Files.entries(of: "\(workTree)/\(text)"), next.count + names.count < 10_000,
        !names.contains(where: { $0.name.elementsEqual(".git".utf8) })
      else { return false }
      next += names.map { WorkTreeScan.UnknownName(path: name.path + [.slash] + $0.name, isFolder: $0.isFolder) }
    }
    return true
  }
}
