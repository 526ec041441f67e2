import CLibGit2
import MartletCore

extension Repository {
  /// Returns the names of all references that begin with `prefix`, such as `refs/tags/`, in byte order.
  func referenceNames(below prefix: String) throws(GitError) -> [String] {
    var names: [String] = []
    try forEachReference(below: prefix) { reference in
      if let name = git_reference_name(reference) { names.append(String(cString: name)) }
    }
    return names.sorted { $0.precedesInBytes($1) }
  }

  /// Returns the references whose names begin with `prefix`, in byte order, without symbolic ones.
  ///
  /// `peeled` is the target of a tag as git has stored it, or the object itself if it is not a tag; nil when git has
  /// not stored it.
  func references(below prefix: String) throws(GitError) -> [(name: String, object: ObjectID, peeled: ObjectID?)] {
    var references: [(name: String, object: ObjectID, peeled: ObjectID?)] = []
    try forEachReference(below: prefix) { reference in
      guard let name = git_reference_name(reference), let target = git_reference_target(reference) else { return }
      let peeled = git_reference_target_peel(reference).map { ObjectID($0.pointee) }
      references.append((String(cString: name), ObjectID(target.pointee), peeled))
    }
    return references.sorted { $0.name.precedesInBytes($1.name) }
  }

  private func forEachReference(below prefix: String, _ body: (OpaquePointer) -> Void) throws(GitError) {
    let task = "list the references below `\(prefix.dropLast())`"
    let repository = libgit2
    let references = try Handle(git_reference_iterator_free, task) {
      git_reference_iterator_glob_new(&$0, repository, "\(prefix)*")
    }
    while true {
      var next: OpaquePointer?
      let code = git_reference_next(&next, references.pointer)
      if code == GIT_ITEROVER.rawValue { return }
      try LibGit2.check(code, task)
      guard let next else { return }
      defer { git_reference_free(next) }
      body(next)
    }
  }
}

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
