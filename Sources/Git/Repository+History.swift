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
    let ancestry = try ancestry()
    var numbers = try RangeWalk(ancestry, from: commit, notFrom: others).commits()
    if !patterns.isEmpty {
      var filter = PathFilter(patterns, ancestry, in: self)
      var touched: [Int] = []
      for number in numbers where try filter.isTouched(by: number) { touched.append(number) }
      numbers = touched
    }
    return try ancestry.records(of: numbers)
  }

  /// The first of `candidates` that `commit` can be reached from; nil when there is none.
  ///
  /// The first few are asked for one by one, which costs little where they are near. If they lie on other branches, all
  /// ancestors are gone through once: the cost never depends on how many candidates there are.
  package func firstAncestor(of commit: ObjectID, among candidates: [ObjectID]) throws(GitError) -> ObjectID? {
    for candidate in candidates.prefix(Self.singleCandidateCount) where try isAncestor(candidate, of: commit) {
      return candidate
    }
    guard candidates.count > Self.singleCandidateCount else { return nil }
    let ancestry = try ancestry()
    let ancestors = try ancestry.ancestors(of: ancestry.number(of: commit))
    return candidates.dropFirst(Self.singleCandidateCount).first { candidate in
      ancestry.knownNumber(of: candidate).map { ancestors[$0] } ?? false
    }
  }

  private static var singleCandidateCount: Int { 5 }

  /// The commit that `name` stands for, be it a tag, a branch, an id, perhaps shortened, or `HEAD`; nil when there is
  /// none or several.
  package func commit(named name: String) throws(GitError) -> ObjectID? {
    guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
    if let id = plainObject(named: name) { return try commit(peeledFrom: id) }
    var object: OpaquePointer?
    let code = try git_revparse_single(&object, libgit2, name)
    defer { git_object_free(object) }
    guard code == 0, let id = git_object_id(object) else { return nil }
    return try commit(peeledFrom: ObjectID(id.pointee))
  }

  /// The object that `name` stands for if it is that of a reference: the first that there is by git's rules
  /// (gitrevisions(7)). Nil for anything else.
  func plainObject(named name: String) -> ObjectID? {
    guard let references = plain?.references, ObjectID(name) == nil else { return nil }
    for pattern in ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"] {
      // Other files of the git directory are none.
      guard !pattern.isEmpty || name == "HEAD" || name.hasPrefix("refs/") else { continue }
      switch references.resolved(pattern + name) {
      case .object(let id): return id
      case .nothing: continue
      case .symbolic, .unclear: return nil
      }
    }
    return nil
  }
}
