extension RelativePath {
  /// The path `path` as read from `folder`, nil for the root; `..` parts are resolved by name.
  ///
  /// - Returns: nil when it leaves the root, is absolute or comes to the root itself.
  package init?(_ path: String, in folder: RelativePath?) {
    guard let inside = RelativePath("-"), let path = (folder?.appending(inside) ?? inside).sibling(path) else {
      return nil
    }
    self = path
  }
}
