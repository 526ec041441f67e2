import MartletCore
import SystemAPI

extension Disk {
  /// Returns every file below `folder` in byte order. Links to folders are not followed, and nested repositories are
  /// left out. Empty when there is no such folder inside the root.
  func filePaths(below folder: RelativePath) throws(ExecutionError) -> [RelativePath] {
    guard let resolved = try? SystemFile.realPath(of: "\(root)/\(folder)"), resolved.hasPrefix(root + "/"),
      kind(of: folder) == S_IFDIR
    else { return [] }
    var paths: [RelativePath] = []
    var folders = [folder]
    while let folder = folders.popLast() {
      let names = try names(in: folder)
      guard !names.contains(".git") else { continue }
      for path in names.compactMap({ RelativePath($0, in: folder) }) {
        switch kind(of: path) {
        case S_IFREG: paths.append(path)
        case S_IFDIR where !isLink(path): folders.append(path)
        default: break
        }
      }
    }
    return paths.sorted()
  }

  /// Returns `path` with composed letters if the disk finds the file under that name too; otherwise `path`.
  func composed(_ path: RelativePath) -> RelativePath {
    guard let composed = RelativePath(path.string.composed), composed != path, kind(of: composed) != nil else {
      return path
    }
    return composed
  }

  private func names(in folder: RelativePath) throws(ExecutionError) -> [String] {
    do {
      return try SystemFile.names(in: "\(root)/\(folder)")
    } catch {
      throw .cannotRead(folder.string, code: error.code)
    }
  }

  /// Returns the file type of what `path` leads to; nil when there is nothing.
  private func kind(of path: RelativePath) -> mode_t? {
    var status = stat()
    return stat("\(root)/\(path)", &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Returns whether `path` itself is a symbolic link.
  func isLink(_ path: RelativePath) -> Bool {
    var status = stat()
    return lstat("\(root)/\(path)", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
