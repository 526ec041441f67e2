import CLibGit2
import MartletTextEditing

extension Repository {
  /// Returns the differences between HEAD, the index and the work tree, in byte order. Ignored files are left out; a
  /// submodule is listed when its commit moved or something in it changed.
  ///
  /// `git status` reads it. Without a `git` program libgit2 does, which reads some ignore rules differently, skips
  /// files outside a sparse checkout, and runs no filters.
  package func status(untracked: UntrackedFiles = .all) throws(GitError) -> [FileChange] {
    // Without HEAD's commit, both would compare with an empty tree.
    _ = try head()
    var changes: [FileChange]
    if let query = query(orFallBackOn: .status) {
      changes = try explainingDamage { () throws(GitError) in try GitStatus(query: query).changes(untracked) }
    } else {
      changes = try changesByLibGit2(untracked)
    }
    changes.sort { $0.path < $1.path }
    return changes
  }

  /// Runs `work`, which calls git. If that fails because of the index, throws libgit2's error about it.
  private func explainingDamage<Value>(_ work: () throws(GitError) -> Value) throws(GitError) -> Value {
    do throws(GitError) {
      return try work()
    } catch {
      if case .failed = error { _ = try openIndex() }
      throw error
    }
  }

  private func changesByLibGit2(_ untracked: UntrackedFiles) throws(GitError) -> [FileChange] {
    // libgit2's errors about an unreadable index are more precise.
    _ = try openIndex()
    var flags: UInt32 = 0
    switch untracked {
    case .none: break
    case .folders: flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED.rawValue
    case .all:
      flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED.rawValue | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS.rawValue
    }
    var changes = try entries(GIT_STATUS_SHOW_INDEX_AND_WORKDIR, flags).flatMap { bytes, bits in
      guard let path = RelativePath(String(decoding: bytes, as: UTF8.self)) else { return [FileChange]() }
      return FileChange.State.all(in: bits).map { FileChange(path: path, state: $0) }
    }
    try correct(&changes)
    return changes
  }

  /// Corrects changes for flags that libgit2's status ignores: an intent-to-add file is not staged, a new file that is
  /// assumed unchanged is staged, and a file outside a sparse checkout is not deleted.
  private func correct(_ changes: inout [FileChange]) throws(GitError) {
    let index = try openIndex()
    var intended: Set<RelativePath> = []
    var skipped: Set<RelativePath> = []
    for position in 0..<git_index_entrycount(index.pointer) {
      guard let entry = git_index_get_byindex(index.pointer, position)?.pointee else { continue }
      let isIntended = UInt32(entry.flags_extended) & GIT_INDEX_ENTRY_INTENT_TO_ADD.rawValue != 0
      let mark = HiddenFile(entry)
      guard isIntended || mark != nil, let path = RelativePath(String(cString: entry.path)) else { continue }
      if isIntended { intended.insert(path) }
      if mark == .skipped { skipped.insert(path) }
      if mark == .assumedUnchanged, try !isInHead(path) {
        changes.append(FileChange(path: path, state: .tracked(staged: .added, workTree: nil)))
      }
    }
    try correct(&changes, ofSkipped: skipped)
    guard !intended.isEmpty else { return }
    changes = changes.map { change in
      guard intended.contains(change.path), case .tracked(.added, let workTree) = change.state else { return change }
      return FileChange(
        path: change.path, state: .tracked(staged: nil, workTree: workTree == .deleted ? .deleted : .added))
    }
  }

  /// git ignores skipped files, unless one exists in spite of a sparse checkout.
  private func correct(_ changes: inout [FileChange], ofSkipped skipped: Set<RelativePath>) throws(GitError) {
    guard !skipped.isEmpty else { return }
    let isSparse = configurationFlag("core.sparsecheckout") == true
    var corrected: [FileChange] = []
    for change in changes {
      let isThere = try Files.kind(of: "\(workTree)/\(change.path)") != nil
      guard skipped.contains(change.path), case .tracked(let staged, _?) = change.state, !isSparse || !isThere else {
        corrected.append(change)
        continue
      }
      if staged != nil {
        corrected.append(FileChange(path: change.path, state: .tracked(staged: staged, workTree: nil)))
      }
    }
    changes = corrected
  }

  /// Returns the mark that makes git ignore changes of a tracked file; nil for none.
  package func hiddenMark(of path: RelativePath) throws(GitError) -> HiddenFile? {
    let index = try openIndex()
    return git_index_get_bypath(index.pointer, path.string, 0).flatMap { HiddenFile($0.pointee) }
  }

  /// Returns the repository's current index from disk.
  func openIndex() throws(GitError) -> Handle {
    let (task, path) = ("read the index", "\(gitDirectory)/index")
    var pointer: OpaquePointer?
    try LibGit2.checkIndex(git_repository_index(&pointer, libgit2), task, path)
    let index = try Handle(git_index_free, task) { (found: inout OpaquePointer?) -> Int32 in
      found = pointer
      return 0
    }
    try LibGit2.checkIndex(git_index_read(index.pointer, 0), task, path)
    return index
  }

  private func isInHead(_ path: RelativePath) throws(GitError) -> Bool {
    guard let commit = try head().commit else { return false }
    let tree = try handle(ofTreeOf: commit)
    let entry = try Handle.ifFound(git_tree_entry_free, "read `\(path)` of HEAD") {
      git_tree_entry_bypath(&$0, tree.pointer, path.string)
    }
    guard entry != nil else { return false }
    return true
  }

  /// Returns every file that git tracks or would add, in byte order, without ignored files, submodules and nested
  /// repositories. Names that are not UTF-8 are left out, because they have no `RelativePath`.
  package func filePaths() throws(GitError) -> [RelativePath] { try filePaths(withLinks: true) }

  /// Returns the same files without symbolic links. A tracked file is one if the index says so, because asking the disk
  /// for each takes longer than everything else.
  package func plainFilePaths() throws(GitError) -> [RelativePath] { try filePaths(withLinks: false) }

  private func filePaths(withLinks: Bool) throws(GitError) -> [RelativePath] {
    let index = try openIndex()
    var paths: [RelativePath] = []
    for position in 0..<git_index_entrycount(index.pointer) {
      guard let entry = git_index_get_byindex(index.pointer, position)?.pointee, entry.mode != Self.submoduleMode,
        withLinks || entry.mode != GIT_FILEMODE_LINK.rawValue,
        let path = String(validatingCString: entry.path).flatMap({ RelativePath($0) })
      else { continue }
      // A conflict has up to three entries.
      if path != paths.last { paths.append(path) }
    }
    // The index is in byte order, except where git ignores case.
    let isSorted = zip(paths, paths.dropFirst()).allSatisfy { $0 < $1 }
    let untracked = try untrackedNames().filter { $0.last != .slash }
      .compactMap { String(validUTF8: $0).flatMap { RelativePath($0) } }.filter { withLinks || !isLink($0) }
    return untracked.isEmpty && isSorted ? paths : Set(paths + untracked).sorted()
  }

  private func isLink(_ path: RelativePath) -> Bool {
    if case .link = try? Files.kind(of: "\(workTree)/\(path)") { true } else { false }
  }

  private func untrackedNames() throws(GitError) -> [ArraySlice<UInt8>] {
    if let query = query(orFallBackOn: .status) {
      return try explainingDamage { () throws(GitError) in try GitStatus(query: query).untrackedNames() }
    }
    let flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED.rawValue | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS.rawValue
    return try entries(GIT_STATUS_SHOW_WORKDIR_ONLY, flags).filter { $0.bits & GIT_STATUS_WT_NEW.rawValue != 0 }
      .map { $0.path[...] }
  }

  /// The mode of a tree entry for a submodule.
  static var submoduleMode: UInt32 { 0o160000 }

  private func entries(_ show: git_status_show_t, _ flags: UInt32) throws(GitError) -> [(path: [UInt8], bits: UInt32)] {
    let task = "compare the work tree with the index"
    let repository = libgit2
    var options = git_status_options()
    try LibGit2.check(git_status_options_init(&options, UInt32(GIT_STATUS_OPTIONS_VERSION)), task)
    options.show = show
    options.flags = flags
    let list = try Handle(git_status_list_free, task) { git_status_list_new(&$0, repository, &options) }
    return (0..<git_status_list_entrycount(list.pointer)).compactMap { position in
      guard let entry = git_status_byindex(list.pointer, position)?.pointee,
        let delta = entry.index_to_workdir ?? entry.head_to_index,
        let path = delta.pointee.new_file.path ?? delta.pointee.old_file.path
      else { return nil }
      return (
        path.withMemoryRebound(to: UInt8.self, capacity: 1) { bytes in
          Array(UnsafeBufferPointer(start: bytes, count: String.length(of: path)))
        }, entry.status.rawValue
      )
    }
  }
}

extension String {
  /// Returns the number of bytes before the NUL.
  fileprivate static func length(of string: UnsafePointer<CChar>) -> Int {
    var count = 0
    while string[count] != 0 { count += 1 }
    return count
  }
}

extension FileChange.State {
  /// Returns the states for libgit2's bits: none for a file that is unchanged or ignored, two for one that is no longer
  /// tracked but still exists.
  fileprivate static func all(in bits: UInt32) -> [FileChange.State] {
    func kind(_ kinds: [(git_status_t, FileChange.Kind)]) -> FileChange.Kind? {
      kinds.first { bits & $0.0.rawValue != 0 }?.1
    }
    if bits & GIT_STATUS_CONFLICTED.rawValue != 0 { return [.conflicted] }
    let staged = kind([
      (GIT_STATUS_INDEX_NEW, .added), (GIT_STATUS_INDEX_MODIFIED, .modified), (GIT_STATUS_INDEX_DELETED, .deleted),
      (GIT_STATUS_INDEX_TYPECHANGE, .typeChanged),
    ])
    let workTree = kind([
      (GIT_STATUS_WT_MODIFIED, .modified), (GIT_STATUS_WT_DELETED, .deleted), (GIT_STATUS_WT_TYPECHANGE, .typeChanged),
    ])
    var states: [FileChange.State] = []
    if staged != nil || workTree != nil { states.append(.tracked(staged: staged, workTree: workTree)) }
    if bits & GIT_STATUS_WT_NEW.rawValue != 0 { states.append(.untracked) }
    return states
  }
}
