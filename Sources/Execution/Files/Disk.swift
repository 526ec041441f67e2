import MartletCore
import SystemAPI

/// The files below one folder. Links are followed inside the folder and refused when they lead out of it.
struct Disk: Sendable {
  /// The folder, as an absolute path without links.
  let root: String
  /// The git directories that must not be written to, as absolute paths without links.
  var gitDirectories: [String] = []

  /// The file that a path leads to.
  private struct Target {
    let path: String
    let status: stat
  }

  /// Returns the bytes of the file at `path`; nil when there is none.
  ///
  /// - Throws: `ExecutionError.notAFile` for a folder, a device and the like, `.outside`, `.cannotRead`.
  func contents(at path: RelativePath) throws(ExecutionError) -> [UInt8]? {
    guard let target = try target(of: path) else { return nil }
    do {
      return try Self.contents(of: target.path)
    } catch {
      throw .cannotRead(path.string, code: error.code)
    }
  }

  /// Returns the size of the file at `path` in bytes; nil when there is none.
  func byteCount(at path: RelativePath) throws(ExecutionError) -> Int? {
    try target(of: path).map { Int($0.status.st_size) }
  }

  /// Returns the path of the file that `path` leads to after links; `path` itself when there is none.
  func destination(of path: RelativePath) throws(ExecutionError) -> RelativePath {
    guard let target = try target(of: path) else { return path }
    return RelativePath(String(decoding: target.path.utf8.dropFirst(root.utf8.count + 1), as: UTF8.self)) ?? path
  }

  /// Checks that the file at `path` can be replaced, or created if there is none.
  ///
  /// Permission bits are checked, so that a read-only file is refused for root as well.
  func checkWritable(_ path: RelativePath) throws(ExecutionError) {
    guard let target = try target(of: path) else { return try checkFolder(above: path) }
    try checkOutsideGit(target.path, path.string)
    let mode = UInt32(target.status.st_mode) & 0o7777
    guard mode & 0o200 != 0 else { throw .readOnly(path.string, mode: mode) }
    guard access(target.path, W_OK) == 0 else { throw .cannotWrite(path.string, code: lastSystemError) }
    let folder = target.path.parentFolder
    guard access(folder, W_OK) == 0 else { throw .cannotWrite(folder, code: lastSystemError) }
  }

  /// Replaces the file at `path` with `bytes` in one step: a reader sees the old file or the new one, never a part.
  ///
  /// Mode, owner and extended attributes are kept, and a link stays a link. The bytes are on the disk when the call
  /// returns. Missing folders are created.
  func replace(_ path: RelativePath, with bytes: [UInt8], token: String = "\(getpid())") throws(ExecutionError) {
    let file = try stage(path, holding: bytes, token: token)
    try file.synchronise()
    try file.moveIntoPlace()
    DiskSync.wait(forNamesIn: [file.folder])
  }

  /// Writes `bytes` to a temporary file beside the file at `path`, without waiting for the disk. Missing folders are
  /// created.
  ///
  /// - Parameters:
  ///   - token: Makes the name of the temporary file unique.
  ///   - mode: The mode of a new file, before the user's umask.
  func stage(
    _ path: RelativePath, holding bytes: [UInt8], token: String, mode: mode_t = 0o666
  ) throws(ExecutionError) -> StagedFile {
    let target = try target(of: path)
    if let target { try checkOutsideGit(target.path, path.string) } else { try checkFolder(above: path) }
    let final = target?.path ?? "\(root)/\(path)"
    let temporary = Self.temporaryName(token)
    let folders = target == nil ? missingFolders(above: path) : []
    do throws(SystemError) {
      for missing in folders { try folder(of: "\(root)/\(missing)").makeFolder(missing.lastComponent) }
      let parent = try folder(of: final)
      do throws(SystemError) {
        // A killed run with the same token may have left one.
        try parent.remove(temporary)
        try Self.create(temporary, in: parent.descriptor, holding: bytes, like: target?.status, mode: mode)
        if target != nil { parent.copyExtendedAttributes(of: final.lastPart, to: temporary) }
      } catch {
        try? parent.remove(temporary)
        throw error
      }
    } catch {
      removeFolders(folders)
      throw Self.failure(to: path, error)
    }
    return StagedFile(path: path, final: final, token: token, disk: self)
  }

  /// Removes what staging a file under `token` may have left, including `folders`, outermost first.
  func removeStaged(_ path: RelativePath, token: String, with folders: [RelativePath]) {
    let final = (try? target(of: path))?.path ?? "\(root)/\(path)"
    try? folder(of: final).remove(Self.temporaryName(token))
    removeFolders(folders)
  }

  /// Opens the folder of `full`, an absolute path below the root, whose links are resolved.
  func folder(of full: String) throws(SystemError) -> OpenFolder {
    let path = full.parentFolder.utf8.dropFirst(root.utf8.count + 1)
    return try OpenFolder(String(decoding: path, as: UTF8.self), below: root)
  }

  /// Returns the error for a file that cannot be written: a link that was created after the check would lead
  /// out of the root.
  static func failure(to path: RelativePath, _ error: SystemError) -> ExecutionError {
    [ELOOP, EXDEV].contains(error.code) ? .outside(path.string) : .cannotWrite(path.string, code: error.code)
  }

  /// Returns the missing folders above `path`, outermost first.
  func missingFolders(above path: RelativePath) -> [RelativePath] {
    var folders: [RelativePath] = []
    while let folder = (folders.last ?? path).parent, access("\(root)/\(folder)", F_OK) != 0 { folders.append(folder) }
    return folders.reversed()
  }

  /// Returns the absolute path of the temporary file for the file at `path`.
  static func temporaryPath(beside path: String, token: String) -> String {
    "\(path.parentFolder)/\(temporaryName(token))"
  }

  private static func temporaryName(_ token: String) -> String { ".martlet-\(token)" }

  /// Removes the file at `path`, and those of `folders`, outermost first, that are empty then. Does nothing if the file
  /// is missing.
  func remove(_ path: RelativePath, with folders: [RelativePath] = []) throws(ExecutionError) {
    guard let target = try target(of: path) else { return }
    do throws(SystemError) {
      try folder(of: target.path).remove(target.path.lastPart)
    } catch {
      throw Self.failure(to: path, error)
    }
    DiskSync.wait(forNamesIn: [target.path.parentFolder])
    removeFolders(folders)
  }

  /// Returns the file that `path` leads to; nil when there is none. A broken link is an error.
  private func target(of path: RelativePath) throws(ExecutionError) -> Target? {
    let full = "\(root)/\(path)"
    var status = stat()
    guard lstat(full, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw .cannotRead(path.string, code: lastSystemError) }
      return nil
    }
    var real = full
    if !isReached(path, at: status) {
      real = try destination(of: full, path)
      guard stat(real, &status) == 0 else { throw .cannotRead(path.string, code: lastSystemError) }
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path.string) }
    return Target(path: real, status: status)
  }

  /// Returns whether no link is on the way to `path`, which has that status. Checking each folder is much cheaper than
  /// having the system resolve the whole path.
  private func isReached(_ path: RelativePath, at status: stat) -> Bool {
    guard status.st_mode & S_IFMT != S_IFLNK else { return false }
    let bytes = path.string.utf8
    return bytes.indices.allSatisfy { end in
      guard bytes[end] == UInt8(ascii: "/") else { return true }
      var folder = stat()
      return lstat("\(root)/\(Substring(bytes[..<end]))", &folder) == 0 && folder.st_mode & S_IFMT != S_IFLNK
    }
  }

  /// Returns the destination of the links of `full`, the absolute form of `path`.
  private func destination(of full: String, _ path: RelativePath) throws(ExecutionError) -> String {
    let real: String
    do {
      real = try SystemFile.realPath(of: full)
    } catch {
      throw error.code == ENOENT ? .danglingLink(path.string) : .cannotRead(path.string, code: error.code)
    }
    guard real.hasPrefix(root + "/") else { throw .outside(path.string) }
    return real
  }

  /// Returns the bytes of the file at an absolute path that is not a link.
  static func contents(of path: String) throws(SystemError) -> [UInt8] {
    let descriptor = try SystemFile.open(path, O_NOFOLLOW)
    defer { close(descriptor) }
    return try SystemFile.contents(of: descriptor)
  }

  /// Returns the first `count` bytes, or all if there are fewer, of the file at an absolute path that is not a link.
  static func firstBytes(_ count: Int, of path: String) throws(SystemError) -> [UInt8] {
    let descriptor = try SystemFile.open(path, O_NOFOLLOW)
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, found in
      found = max(0, pread(descriptor, buffer.baseAddress, count, 0))
    }
  }

  /// Returns the last `count` bytes, or all if there are fewer, of the file at an absolute path that is not a link.
  static func lastBytes(_ count: Int, of path: String) throws(SystemError) -> [UInt8] {
    let descriptor = try SystemFile.open(path, O_NOFOLLOW)
    defer { close(descriptor) }
    let start = max(0, lseek(descriptor, 0, SEEK_END) - off_t(count))
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, found in
      found = max(0, pread(descriptor, buffer.baseAddress, count, start))
    }
    return bytes
  }

  /// Creates a file, with the mode and owner of `original`, or with `mode` before the user's umask. It does not wait for
  /// the disk.
  ///
  /// - Parameters:
  ///   - path: An absolute path, or one in `folder`.
  ///   - folder: An open folder.
  static func create(
    _ path: String, in folder: Int32 = AT_FDCWD, holding bytes: [UInt8], like original: stat? = nil,
    mode: mode_t = 0o666
  ) throws(SystemError) {
    // Other users must not read a private file while it is being written.
    let descriptor = openat(folder, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, original == nil ? mode : 0o600)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try write(bytes[...], to: descriptor, at: 0)
    if let original {
      // A file of another user keeps its owner where the system allows that; if not, the content matters more.
      _ = fchown(descriptor, original.st_uid, original.st_gid)
      guard fchmod(descriptor, original.st_mode & 0o7777) == 0 else { throw .last }
    }
  }

  /// Appends `bytes` to a file of this user, which is created if it does not exist. It does not wait for the disk.
  static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try write(bytes[...], to: descriptor, at: lseek(descriptor, 0, SEEK_END))
  }

  /// Writes all of `bytes` at `offset`, in bytes from the start of the file.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, at offset: off_t) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let position = offset + off_t(bytes.count - rest.count)
      let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, position) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Checks that `full`, an absolute path without links, is not in a git directory: neither in one of this repository,
  /// nor in any folder below the root that some system reads as `.git`.
  ///
  /// - Parameter name: The path as the user wrote it.
  func checkOutsideGit(_ full: String, _ name: String) throws(ExecutionError) {
    // A work tree may itself be inside its git directory, so folders above the root do not count.
    let isInside = full.hasPrefix("\(root)/")
    let isNamedGit = isInside && GitFolderName.isPart(of: Substring(full.utf8.dropFirst(root.utf8.count)))
    let isOwn = gitDirectories.contains { directory in
      "\(full)/".hasPrefix("\(directory)/") && (!isInside || directory.hasPrefix("\(root)/"))
    }
    guard !isNamedGit, !isOwn else { throw .inGitDirectory(name) }
  }

  /// Checks that the nearest existing folder above `path` is inside the root and writable.
  private func checkFolder(above path: RelativePath) throws(ExecutionError) {
    var folder = path.parent
    while let missing = folder, access("\(root)/\(missing)", F_OK) != 0 { folder = missing.parent }
    let nearest: String
    do {
      nearest = try SystemFile.realPath(of: folder.map { "\(root)/\($0)" } ?? root)
    } catch {
      throw .cannotWrite(path.string, code: error.code)
    }
    guard "\(nearest)/".hasPrefix("\(root)/") else { throw .outside(path.string) }
    let missing = path.string.utf8.dropFirst(folder?.string.utf8.count ?? 0)
    try checkOutsideGit("\(nearest)/\(Substring(missing))", path.string)
    var status = stat()
    guard stat(nearest, &status) == 0 else { throw .cannotWrite(path.string, code: lastSystemError) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .cannotWrite(path.string, code: ENOTDIR) }
    guard access(nearest, W_OK | X_OK) == 0 else { throw .cannotWrite(path.string, code: lastSystemError) }
  }

  private func removeFolders(_ folders: [RelativePath]) {
    for path in folders.reversed() { try? folder(of: "\(root)/\(path)").removeFolder(path.lastComponent) }
  }
}
