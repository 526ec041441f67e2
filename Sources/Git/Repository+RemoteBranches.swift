import CLibGit2
import Versioning

extension Repository {
  /// What the remotes' branches named when they were last heard of, by names such as `origin/main`, in git's order.
  package func remoteBranches() throws(GitError) -> [(name: String, commit: ObjectID)] {
    let prefix = "refs/remotes/"
    let task = "list the remotes' branches"
    let iterator = try Handle(git_reference_iterator_free, task) {
      git_reference_iterator_glob_new(&$0, pointer, "\(prefix)*")
    }
    var branches: [(String, ObjectID)] = []
    var next: UnsafePointer<CChar>?
    while git_reference_next_name(&next, iterator.pointer) == 0, let next {
      let name = String(cString: next)
      guard let commit = try reference(named: name) else { continue }
      branches.append((String(name.dropFirst(prefix.count)), commit))
    }
    return branches
  }
}
