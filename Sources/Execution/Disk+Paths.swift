import Libc
import TextEditing

extension Disk {
  /// The path of what is called `name` in `folder`, nil for the root. A `..` leads out of the folder that links lead to.
  ///
  /// - Returns: nil when it leaves the root or is absolute; the path by names alone where there is no such folder.
  func path(of name: String, in folder: RelativePath?) -> RelativePath? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard !name.hasPrefix("/"), let last = parts.lastIndex(of: "..") else { return RelativePath(name, in: folder) }
    let way = ([root] + (folder.map { [$0.string] } ?? []) + parts[...last]).joined(separator: "/")
    guard let real = try? SystemFile.realPath(of: way) else { return RelativePath(name, in: folder) }
    guard "\(real)/".hasPrefix("\(root)/") else { return nil }
    let outer = String(Substring(real.utf8.dropFirst(root.utf8.count))).split(separator: "/").joined(separator: "/")
    let rest = parts[(last + 1)...].joined(separator: "/")
    return RelativePath(rest, in: RelativePath(outer))
  }
}
