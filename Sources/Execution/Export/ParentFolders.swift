import Libc

/// The folders that a file or folder is in, of which some may have to be made.
struct ParentFolders: Hashable, Sendable, Codable {
  /// Those that were made, outermost first.
  let made: [String]

  /// That something can be made at `path`, an absolute one, once the folders above it are there.
  static func check(above path: String) throws(ExecutionError) {
    let folder = above(path).existing
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .cannotWrite(path, code: ENOTDIR)
    }
    guard access(folder, W_OK | X_OK) == 0 else { throw .cannotWrite(path, code: lastSystemError) }
  }

  /// Makes those that are missing above `path`.
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

  /// The innermost folder above `path` that is there, and those in it that are not, outermost first.
  static func above(_ path: String) -> (existing: String, missing: [String]) {
    var missing: [String] = []
    var folder = path.parentFolder
    while access(folder, F_OK) != 0, folder != "/" {
      missing.append(folder)
      folder = folder.parentFolder
    }
    return (folder, missing.reversed())
  }

  /// Takes away those that were made, if nothing else is in them.
  func remove() {
    for folder in made.reversed() { rmdir(folder) }
  }
}

extension String {
  /// The folder that the file or folder of this path is in.
  var parentFolder: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// What follows the last slash.
  var lastPart: String { split(separator: "/").last.map(String.init) ?? self }

  /// The path with its links resolved, as far as it is there.
  var withoutLinks: String { (try? SystemFile.realPath(of: self)) ?? self }
}
