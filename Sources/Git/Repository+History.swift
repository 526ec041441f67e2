import CLibGit2
import TextEditing
import Versioning

extension Repository {
  /// The commits that can be reached from `commit` and from none of `others`, children before their parents, otherwise
  /// the youngest first: what `git rev-list --date-order` lists.
  ///
  /// - Parameter patterns: With them, only the commits that change a path which one of them stands for: a folder or a
  ///   file by its name, or with wildcards. A merge does when it differs there from its first parent, the branch that it
  ///   was made on: its message tells what it brought to that.
  package func history(
    from commit: ObjectID, notFrom others: [ObjectID], touching patterns: [PathPattern] = []
  ) throws(GitError) -> [CommitRecord] {
    let ids = try commits(reachableFrom: commit, notFrom: others)
    let reader = try CommitReader(self)
    var filter = patterns.isEmpty ? nil : PathFilter(patterns, in: self)
    var records: [CommitRecord] = []
    for id in ids {
      let bytes = try reader.commit(id)
      guard try filter?.isTouched(by: bytes, reader) ?? true else { continue }
      records.append(bytes.record(id))
    }
    return records
  }

  /// The first of `candidates` that `commit` can be reached from; nil when there is none.
  ///
  /// The first few are asked for one by one, which costs little where they are near. If they lie on other branches, all
  /// ancestors are listed once: the cost never depends on how many candidates there are.
  package func firstAncestor(of commit: ObjectID, among candidates: [ObjectID]) throws(GitError) -> ObjectID? {
    for candidate in candidates.prefix(3) where try isAncestor(candidate, of: commit) { return candidate }
    guard candidates.count > 3 else { return nil }
    let ancestors = Set(try commits(reachableFrom: commit, notFrom: []))
    return candidates.dropFirst(3).first(where: ancestors.contains)
  }

  /// The commit that `name` stands for, be it a tag, a branch, an id, perhaps shortened, or `HEAD`; nil when there is
  /// none or several.
  package func commit(named name: String) throws(GitError) -> ObjectID? {
    guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
    var object: OpaquePointer?
    let code = git_revparse_single(&object, pointer, name)
    defer { git_object_free(object) }
    guard code == 0, let id = git_object_id(object) else { return nil }
    return try commit(peeledFrom: ObjectID(id.pointee))
  }
}

/// Reads commits without keeping them: libgit2's own cache would grow by every one.
struct CommitReader: ~Copyable {
  private let database: Handle

  init(_ repository: Repository) throws(GitError) {
    database = try Handle(git_odb_free, "read the history") { git_repository_odb(&$0, repository.pointer) }
  }

  /// - Throws: `GitError.noSuchObject` when there is no commit of that id.
  borrowing func commit(_ id: ObjectID) throws(GitError) -> CommitBytes {
    var raw = try id.libgit2()
    let object = try Handle.ifFound(git_odb_object_free, "read the commit \(id)") {
      git_odb_read(&$0, database.pointer, &raw)
    }
    guard let object, git_odb_object_type(object.pointer) == GIT_OBJECT_COMMIT else { throw .noSuchObject(id) }
    let bytes = UnsafeRawBufferPointer(
      start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer))
    return CommitBytes(Array(bytes))
  }
}
