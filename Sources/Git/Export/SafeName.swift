import MartletCore

/// Names in a tree that are never exported: git refuses them on checkout (read-cache.c, verify_path), and here nothing
/// is unpacked outside its place.
enum SafeName {
  /// Returns why `name` is refused; nil when it is safe.
  static func problem(with name: ArraySlice<UInt8>, _ kind: TreeObject.Kind) -> String? {
    if name.contains(.slash) { return "a name in a tree has no slash" }
    if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return "it leads out of its folder" }
    if GitFolderName.matches(name) { return "it would be read as a repository" }
    if kind == .link, name.map(\.lowercased).elementsEqual(".gitmodules".utf8) { return "it must not be a link" }
    return nil
  }
}
