extension RelativePath {
  /// Resolves `path` in `folder`, nil for the root; `..` components are resolved by name.
  ///
  /// - Returns: nil if it leaves the root, is absolute, or is the root itself.
  package init?(_ path: String, in folder: RelativePath?) {
    guard let inside = RelativePath("-"), let path = (folder?.appending(inside) ?? inside).sibling(path) else {
      return nil
    }
    self = path
  }
}
