import MartletCore

extension Repository {
  /// Returns the differences between HEAD, the index and the work tree, in byte order. Ignored files are left out; a
  /// submodule is listed when its commit moved or something in it changed.
  package func status(untracked: UntrackedFiles = .all) throws(GitError) -> [FileChange] {
    // Without HEAD's commit, git would compare with an empty tree.
    _ = try head()
    return try explainingDamage { () throws(GitError) in try gitStatus().changes(untracked) }
      .sorted { $0.path < $1.path }
  }

  /// Runs `work`, which calls git. If that fails because of the index, throws the error about it.
  private func explainingDamage<Value>(_ work: () throws(GitError) -> Value) throws(GitError) -> Value {
    do throws(GitError) {
      return try work()
    } catch {
      if case .failed = error { _ = try listedFiles() }
      throw error
    }
  }

  /// Returns the mark that makes git ignore changes of a tracked file; nil for none.
  package func hiddenMark(of path: RelativePath) throws(GitError) -> HiddenFile? {
    try listedIndex().entry(at: path)?.mark
  }

  /// Returns every file that git tracks or would add, in byte order, without ignored files, submodules and nested
  /// repositories. Names that are not UTF-8 are left out, because they have no `RelativePath`.
  package func filePaths() throws(GitError) -> [RelativePath] { try filePaths(withLinks: true) }

  /// Returns the same files without symbolic links. A tracked file is one if the index says so, because asking the disk
  /// for each takes longer than everything else.
  package func plainFilePaths() throws(GitError) -> [RelativePath] { try filePaths(withLinks: false) }

  private func filePaths(withLinks: Bool) throws(GitError) -> [RelativePath] {
    var paths: [RelativePath] = []
    let omitted = withLinks ? ["160"] : ["160", "120"]
    let (index, others) = try listedFiles()
    for line in index.lines {
      guard !omitted.contains(where: { line.dropFirst(2).starts(with: $0.utf8) }),
        let tab = line.firstIndex(of: UInt8(ascii: "\t")),
        let path = String(validUTF8: line[(tab + 1)...]).flatMap({ RelativePath($0) })
      else { continue }
      // A conflict has up to three entries.
      if path != paths.last { paths.append(path) }
    }
    // The index is in byte order, except where git ignores case.
    let isSorted = zip(paths, paths.dropFirst()).allSatisfy { $0 < $1 }
    let untracked = others.filter { $0.last != .slash }
      .compactMap { String(validUTF8: $0).flatMap { RelativePath($0) } }.filter { withLinks || !isLink($0) }
    return untracked.isEmpty && isSorted ? paths : Set(paths + untracked).sorted()
  }

  private func isLink(_ path: RelativePath) -> Bool {
    if case .link = try? Files.kind(of: "\(workTree)/\(path)") { true } else { false }
  }
}

extension Repository {
  /// Returns whether git ignores the file at `path`, which may be missing: it matches an ignore rule, and is not
  /// tracked.
  package func isIgnored(_ path: RelativePath) throws(GitError) -> Bool {
    guard try listedIndex().entry(at: path) == nil else { return false }
    return try gitStatus().isIgnored(withoutLinks(path))
  }

  /// Returns `path` with the links on the way resolved, because git follows none; `path` itself when they lead out of
  /// the work tree.
  private func withoutLinks(_ path: RelativePath) -> RelativePath {
    guard let parent = path.parent, let folder = Files.realPath("\(workTree)/\(parent)"),
      folder.hasPrefix("\(workTree)/") || folder == workTree
    else { return path }
    return RelativePath("\(folder.dropFirst(workTree.utf8.count))/\(path.lastComponent)".withoutLeadingSlash) ?? path
  }
}

extension String {
  fileprivate var withoutLeadingSlash: String { hasPrefix("/") ? String(dropFirst()) : self }
}
