import GitObjects
import TextEditing

/// What makes a name in a tree one that no export writes: git refuses these when it checks a tree out
/// (read-cache.c, verify_path), and here nothing is unpacked outside of its place.
enum SafeName {
  /// Why `name` is refused; nil when it is not.
  static func objection(to name: ArraySlice<UInt8>, _ kind: TreeObject.Kind) -> String? {
    if name.contains(.slash) { return "a name in a tree has no slash" }
    if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return "it leads out of its folder" }
    if GitFolderName.matches(name) { return "it would be read as a repository" }
    if kind == .link, name.map(\.lowercased).elementsEqual(".gitmodules".utf8) { return "it must not be a link" }
    return nil
  }
}
