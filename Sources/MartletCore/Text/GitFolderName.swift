/// Names that some file system treats as `.git`.
package enum GitFolderName {
  /// Whether `name`, one component of a path, is a git directory on some system: in any case, with trailing characters
  /// that NTFS drops, by its NTFS short name, or with invisible characters that HFS+ drops (git: `is_ntfs_dotgit`,
  /// `is_hfs_dotgit`).
  package static func matches(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    // The fast path for nearly all names, of which there are many.
    guard let first = name.first, first == UInt8(ascii: ".") || first.lowercased == UInt8(ascii: "g") || first >= 0x80
    else { return false }
    var bare = name.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\\") }
    while let last = bare.last, last == UInt8(ascii: ".") || last == .space { bare.removeLast() }
    let short = bare.map(\.lowercased)
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

  /// Whether a component of `path` is a git directory.
  package static func isPart(of path: some StringProtocol) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "/")).contains { matches($0) }
  }
}
