import MartletCore

extension Repository {
  /// Returns the remote-tracking branches with names such as `origin/main`, in git's order.
  package func remoteBranches() throws(GitError) -> [(name: String, commit: ObjectID)] {
    let prefix = "refs/remotes/"
    var branches: [(String, ObjectID)] = []
    for name in try referenceNames(below: prefix) {
      guard let commit = try reference(named: name) else { continue }
      branches.append((String(name.dropFirst(prefix.count)), commit))
    }
    return branches
  }
}
