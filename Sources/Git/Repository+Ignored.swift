import CLibGit2
import TextEditing

extension Repository {
  /// Whether git leaves the file at `path` out, be it there or not: it matches a rule of a `.gitignore` or its like, and
  /// is not tracked.
  package func isIgnored(_ path: RelativePath) throws(GitError) -> Bool {
    guard IgnoreRules(of: self).ignore(Array(path.string.utf8)) else { return false }
    return git_index_get_bypath(try openIndex().pointer, path.string, 0) == nil
  }
}
