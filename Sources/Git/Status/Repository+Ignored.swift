import CLibGit2
import MartletCore

extension Repository {
  /// Returns whether git ignores the file at `path`, which may be missing: it matches an ignore rule, and is not
  /// tracked.
  package func isIgnored(_ path: RelativePath) throws(GitError) -> Bool {
    guard git_index_get_bypath(try openIndex().pointer, path.string, 0) == nil else { return false }
    return try gitStatus().isIgnored(withoutLinks(path))
  }

  /// Returns `path` with the links on the way resolved, because git follows none; `path` itself when they lead out of
  /// the work tree.
  private func withoutLinks(_ path: RelativePath) -> RelativePath {
    guard let parent = path.parent, let folder = Files.realPath("\(workTree)/\(parent)"),
      folder.hasPrefix("\(workTree)/") || folder == workTree
    else { return path }
    return RelativePath("\(folder.dropFirst(workTree.utf8.count))/\(path.lastComponent)".withoutLeadingSlash) ?? path
  }
}

extension String {
  fileprivate var withoutLeadingSlash: String { hasPrefix("/") ? String(dropFirst()) : self }
}
