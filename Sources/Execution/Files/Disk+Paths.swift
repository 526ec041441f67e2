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

extension ExecutionError {
  static func readOnly(_ path: String, mode: UInt32) -> ExecutionError {
    .failed(
      Failure(
        "`\(path)` is read-only (mode 0\(String(mode, radix: 8))), expected to be writable",
        hint: "make it writable with `chmod u+w '\(path)'`"))
  }

  /// A broken link.
  static func danglingLink(_ path: String) -> ExecutionError {
    .failed(Failure("`\(path)` is a broken symbolic link, expected a regular file"))
  }

  /// A file in a git directory, or a link that leads to one.
  static func inGitDirectory(_ path: String) -> ExecutionError {
    .failed(Failure("`\(path)` leads into a git directory, expected a file of the work tree"))
  }
}
