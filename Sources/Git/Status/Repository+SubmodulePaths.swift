import MartletCore

extension Repository {
  /// Returns the paths of the submodules in the index, checked out or not.
  package func submodulePaths() throws(GitError) -> [RelativePath] {
    try listedIndex().entries.filter { $0.mode == IndexEntry.submodule }.compactMap { RelativePath($0.path) }
  }
}
