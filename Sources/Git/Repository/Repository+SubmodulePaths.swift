import CLibGit2
import MartletCore

extension Repository {
  /// Returns the paths of the submodules in the index, checked out or not.
  package func submodulePaths() throws(GitError) -> [RelativePath] {
    let index = try openIndex().pointer
    return (0..<git_index_entrycount(index)).compactMap { number in
      guard let entry = git_index_get_byindex(index, number),
        entry.pointee.mode == UInt32(GIT_FILEMODE_COMMIT.rawValue)
      else { return nil }
      return RelativePath(String(cString: entry.pointee.path))
    }
  }
}
