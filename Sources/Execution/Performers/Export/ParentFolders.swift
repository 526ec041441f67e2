import SystemAPI

/// The folders above a file or folder, some of which may have to be created.
struct ParentFolders: Hashable, Sendable, Codable {
  /// The created folders, outermost first.
  let made: [String]

  /// Checks that something can be created at `path`, an absolute path, and in missing folders above it.
  static func check(above path: String) throws(ExecutionError) {
    let folder = above(path).existing
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .cannotWrite(path, code: ENOTDIR)
    }
    guard access(folder, W_OK | X_OK) == 0 else { throw .cannotWrite(path, code: lastSystemError) }
  }

  /// Creates the missing folders above `path`.
  init(above path: String) throws(ExecutionError) {
    var made: [String] = []
    for folder in Self.above(path).missing {
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        let code = lastSystemError
        for folder in made.reversed() { rmdir(folder) }
        throw .cannotWrite(path, code: code)
      }
      made.append(folder)
    }
    self.made = made
  }

  /// Returns the innermost existing folder above `path`, and the missing ones below that, outermost first.
  static func above(_ path: String) -> (existing: String, missing: [String]) {
    var missing: [String] = []
    var folder = path.parentFolder
    while access(folder, F_OK) != 0, folder != "/" {
      missing.append(folder)
      folder = folder.parentFolder
    }
    return (folder, missing.reversed())
  }

  /// Removes the created folders if they are empty.
  func remove() {
    for folder in made.reversed() { rmdir(folder) }
  }
}

extension String {
  /// The path of the folder that contains this path.
  var parentFolder: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// The part after the last slash.
  var lastPart: String { split(separator: "/").last.map(String.init) ?? self }

  /// The path with its links resolved; the path itself when it does not exist.
  var withoutLinks: String { (try? SystemFile.realPath(of: self)) ?? self }
}
