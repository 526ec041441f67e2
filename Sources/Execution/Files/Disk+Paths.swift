import MartletCore
import SystemAPI

extension Disk {
  /// Returns the path of `name` in `folder`; a nil `folder` is the root. A `..` is resolved after links, as the system
  /// does.
  ///
  /// - Returns: Nil for an absolute path or one that leaves the root. Without such a folder, the path is resolved by
  ///   names alone.
  func path(of name: String, in folder: RelativePath?) -> RelativePath? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard !name.hasPrefix("/"), let last = parts.lastIndex(of: "..") else { return RelativePath(name, in: folder) }
    let unresolved = ([root] + (folder.map { [$0.string] } ?? []) + parts[...last]).joined(separator: "/")
    guard let real = try? SystemFile.realPath(of: unresolved) else { return RelativePath(name, in: folder) }
    guard "\(real)/".hasPrefix("\(root)/") else { return nil }
    let outer = String(Substring(real.utf8.dropFirst(root.utf8.count))).split(separator: "/").joined(separator: "/")
    let rest = parts[(last + 1)...].joined(separator: "/")
    return RelativePath(rest, in: RelativePath(outer))
  }
}
