import MartletCore

extension Repository {
  /// Returns the references whose names begin with `prefix`, such as `refs/tags/`, in byte order, without symbolic ones.
  func references(below prefix: String) throws(GitError) -> [(name: String, object: ObjectID)] {
    try listedReferences(String(prefix.dropLast())).filter { !$0.isSymbolic && $0.name.hasPrefix(prefix) }
      .map { ($0.name, $0.object) }
  }

  /// Returns the names of all references that begin with `prefix`, in byte order.
  package func referenceNames(below prefix: String) throws(GitError) -> [String] {
    try listedReferences(String(prefix.dropLast())).map(\.name).filter { $0.hasPrefix(prefix) }
  }

  /// Returns the object that a reference names, not peeled, by its full name such as `refs/heads/main`; nil if it
  /// does not exist.
  ///
  /// - Throws: `GitError.damaged` if git cannot read it.
  package func reference(named name: String) throws(GitError) -> ObjectID? {
    if name == "HEAD" { return try namedByHead().commit }
    guard RefName.isValid(name) else { return nil }
    return try listedReferences(name).first { $0.name == name }?.object
  }

  /// Lists a reference, or those in a folder.
  private func listedReferences(
    _ pattern: String
  ) throws(GitError) -> [(name: String, object: ObjectID, isSymbolic: Bool)] {
    let result = try GitQuery(self).result(
      of: ["for-each-ref", "--format=%(objectname) %(symref) %(refname)", pattern])
    let task = "read the reference `\(pattern)`"
    guard result.succeeded else { throw .failed(task: task, reason: result.lastErrorLine) }
    // git leaves out a reference that it cannot read. Only this warning shows that.
    let warning = result.errorText.split(separator: "\n").first { $0.hasPrefix("warning: ignoring broken ref") }
    if let warning { throw .damaged(task: task, reason: String(warning.dropFirst("warning: ".count))) }
    return result.outputText.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let object = ObjectID(String(fields[0])) else { return nil }
      return (String(fields[2]), object, !fields[1].isEmpty)
    }
  }

  /// Returns the remote-tracking branches with names such as `origin/main`, in git's order.
  package func remoteBranches() throws(GitError) -> [(name: String, commit: ObjectID)] {
    let prefix = "refs/remotes/"
    return try listedReferences(String(prefix.dropLast())).map { (String($0.name.dropFirst(prefix.count)), $0.object) }
  }
}
