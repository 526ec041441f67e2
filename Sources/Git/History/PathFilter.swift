import CLibGit2
import MartletCore

/// Checks whether a commit changes one of some paths. For a merge: whether it brings such a change to the branch that
/// it was made on.
///
/// A path without wildcards is looked up in the trees of the commit and its parents, so the size of the commit does not
/// matter. The parent's result is cached, because the parent is mostly the next commit.
struct PathFilter {
  private let repository: Repository
  private let replacements: [RawObjectID: RawObjectID]
  private let patterns: [PathPattern]
  private let paths: [RelativePath]
  private var entries: [ObjectID: [ObjectID?]] = [:]
  /// The trees by commit.
  private var trees: [ObjectID: ObjectID]

  /// - Parameter commits: The commits to be checked.
  init(_ patterns: [PathPattern], of commits: [ListedCommit], in repository: Repository) throws(GitError) {
    self.repository = repository
    replacements = try repository.replacements()
    paths = patterns.compactMap(\.path)
    self.patterns = patterns.filter { $0.path == nil }
    trees = Dictionary(commits.map { ($0.record.id, $0.tree) }) { first, _ in first }
  }

  mutating func isTouched(by commit: ListedCommit) throws(GitError) -> Bool {
    guard let parent = commit.record.parents.first else { return try differs(commit.tree, from: nil) }
    return try differs(commit.tree, from: tree(ofCommit: parent))
  }

  private mutating func tree(ofCommit id: ObjectID) throws(GitError) -> ObjectID {
    if let known = trees[id] { return known }
    let real = RawObjectID(id).flatMap { replacements[$0] }?.objectID ?? id
    let tree = try repository.commit(real).tree
    trees[id] = tree
    return tree
  }

  private mutating func differs(_ tree: ObjectID, from parent: ObjectID?) throws(GitError) -> Bool {
    guard tree != parent else { return false }
    var before: [ObjectID?] = paths.map { _ in nil }
    if let parent { before = try entries(of: parent) }
    if try entries(of: tree) != before { return true }
    guard !patterns.isEmpty else { return false }
    return try changesMatch(tree, parent)
  }

  private mutating func entries(of tree: ObjectID) throws(GitError) -> [ObjectID?] {
    if let known = entries[tree] { return known }
    let task = "read a tree"
    var id = try tree.libgit2()
    let opened = repository.libgit2
    let handle = try Handle(git_tree_free, task) { git_tree_lookup(&$0, opened, &id) }
    var found: [ObjectID?] = []
    for path in paths {
      let entry = try Handle.ifFound(git_tree_entry_free, task) {
        git_tree_entry_bypath(&$0, handle.pointer, path.string)
      }
      var entryID: ObjectID?
      if let entry, let id = git_tree_entry_id(entry.pointer) { entryID = ObjectID(id.pointee) }
      found.append(entryID)
    }
    entries[tree] = found
    return found
  }

  /// Returns whether a file that differs between the trees matches a pattern with wildcards.
  private func changesMatch(_ tree: ObjectID, _ parent: ObjectID?) throws(GitError) -> Bool {
    let task = "compare two trees"
    var (new, old) = (try tree.libgit2(), try parent?.libgit2() ?? git_oid())
    let opened = repository.libgit2
    let newTree = try Handle(git_tree_free, task) { git_tree_lookup(&$0, opened, &new) }
    var oldTree: OpaquePointer?
    if parent != nil { try LibGit2.check(git_tree_lookup(&oldTree, opened, &old), task) }
    defer { git_tree_free(oldTree) }
    var options = git_diff_options()
    try LibGit2.check(git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION)), task)
    options.flags = GIT_DIFF_SKIP_BINARY_CHECK.rawValue
    let diff = try Handle(git_diff_free, task) {
      git_diff_tree_to_tree(&$0, opened, oldTree, newTree.pointer, &options)
    }
    return (0..<git_diff_num_deltas(diff.pointer)).contains { index in
      guard let delta = git_diff_get_delta(diff.pointer, index), let name = delta.pointee.new_file.path,
        let path = RelativePath(String(cString: name))
      else { return false }
      return patterns.contains { $0.matches(path) }
    }
  }
}
