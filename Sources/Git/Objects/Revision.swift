import MartletCore

extension Repository {
  /// Returns the object that `revision` names as git-rev-parse(1) reads it; nil when it names none or several.
  func object(named revision: String) throws(GitError) -> ObjectID? {
    guard !revision.isEmpty, !revision.hasPrefix("-"), !revision.utf8.contains(0) else { return nil }
    // A full name needs no search, and works for damaged objects as well.
    if let id = ObjectID(revision) { return id }
    if revision == "HEAD" || revision.hasPrefix("refs/"), let id = try reference(named: revision) { return id }
    let result = try GitQuery(self).result(of: ["rev-parse", "--verify", "--quiet", revision])
    return result.succeeded ? ObjectID(result.outputText) : nil
  }

  /// Returns the commit that `name` names: a tag, a branch, an ID, which may be shortened, or `HEAD`. Nil for none or
  /// several.
  package func commit(named name: String) throws(GitError) -> ObjectID? {
    guard let id = try object(named: name) else { return nil }
    return try commit(peeledFrom: id)
  }
}
