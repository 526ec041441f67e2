import TextEditing

/// What makes a name in a tree one that no export writes: git refuses these when it checks a tree out
/// (read-cache.c, verify_path), and here nothing is unpacked outside of its place.
enum SafeName {
  /// Why `name` is refused; nil when it is not.
  static func objection(to name: ArraySlice<UInt8>, _ kind: TreeObject.Kind) -> String? {
    if name.contains(.slash) { return "a name in a tree has no slash" }
    if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return "it leads out of its folder" }
    if isGitFolder(name) { return "it would be read as a repository" }
    if kind == .link, name.map(\.lowercased).elementsEqual(".gitmodules".utf8) { return "it must not be a link" }
    return nil
  }

  /// Whether some system takes `name` for `.git`: in any case, with what NTFS drops at the end, by its short name there,
  /// or with the invisible characters that HFS+ drops.
  private static func isGitFolder(_ name: ArraySlice<UInt8>) -> Bool {
    // Most names are none, and there are many.
    guard let first = name.first, first == UInt8(ascii: ".") || first.lowercased == UInt8(ascii: "g") || first >= 0x80
    else { return false }
    let bare = name.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\\") }
    var end = bare.endIndex
    while end > bare.startIndex, bare[end - 1] == UInt8(ascii: ".") || bare[end - 1] == .space { end -= 1 }
    let short = bare[..<end].map(\.lowercased)
    if short.elementsEqual(".git".utf8) || short.elementsEqual("git~1".utf8) { return true }
    guard name.contains(where: { $0 >= 0x80 }) else { return false }
    let visible = String(decoding: name, as: UTF8.self).unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x200c...0x200f, 0x202a...0x202e, 0x206a...0x206f, 0xfeff: false
      default: true
      }
    }
    return String(String.UnicodeScalarView(visible)).lowercased() == ".git"
  }
}
