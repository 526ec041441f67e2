import Libc
import TextEditing

/// The files below one folder. Links are followed inside of it and refused where they lead out.
struct Disk: Sendable {
  /// The folder, absolute and without links in it.
  let root: String
  /// The git directories that nothing may be written into, absolute and without links, whatever their names are.
  var gitDirectories: [String] = []

  /// What a path leads to.
  private struct Target {
    let path: String
    let status: stat
  }

  /// The bytes of the file at `path`; nil when there is nothing.
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

  /// How many bytes the file at `path` has; nil when there is nothing.
  func byteCount(at path: RelativePath) throws(ExecutionError) -> Int? {
    try target(of: path).map { Int($0.status.st_size) }
  }

  /// The path of the file that `path` leads to once links are followed; `path` itself where nothing is.
  func destination(of path: RelativePath) throws(ExecutionError) -> RelativePath {
    guard let target = try target(of: path) else { return path }
    return RelativePath(String(decoding: target.path.utf8.dropFirst(root.utf8.count + 1), as: UTF8.self)) ?? path
  }

  /// That the file at `path` may be replaced; where there is none, that one may be made.
  ///
  /// Permission bits are looked at, so that a read-only file stays one for root, too.
  func checkWritable(_ path: RelativePath) throws(ExecutionError) {
    guard let target = try target(of: path) else { return try checkFolder(above: path) }
    try checkOutsideGit(target.path, path.string)
    let mode = UInt32(target.status.st_mode) & 0o7777
    guard mode & 0o200 != 0 else { throw .readOnly(path.string, mode: mode) }
    guard access(target.path, W_OK) == 0 else { throw .cannotWrite(path.string, code: lastSystemError) }
    let folder = target.path.parentFolder
    guard access(folder, W_OK) == 0 else { throw .cannotWrite(folder, code: lastSystemError) }
  }

  /// Puts `bytes` in place of the file at `path` in one step: a reader sees the old file or the new one, never a part.
  ///
  /// Mode, owner and extended attributes stay, a link stays a link, and the bytes are on the disk when the call returns.
  /// Folders that are missing are made.
  func replace(_ path: RelativePath, with bytes: [UInt8], token: String = "\(getpid())") throws(ExecutionError) {
    let file = try stage(path, holding: bytes, token: token)
    try file.synchronise()
    try file.putInPlace()
    DiskSync.wait(forNamesIn: [file.folder])
  }

  /// Writes `bytes` beside the file at `path`; folders that are missing are made. The disk need not have them yet.
  ///
  /// - Parameters:
  ///   - token: What makes the temporary file's name the caller's own.
  ///   - mode: That of a new file, less what the user's mask takes away.
  func stage(
    _ path: RelativePath, holding bytes: [UInt8], token: String, mode: mode_t = 0o666
  ) throws(ExecutionError) -> StagedFile {
    let target = try target(of: path)
    if let target { try checkOutsideGit(target.path, path.string) } else { try checkFolder(above: path) }
    let final = target?.path ?? "\(root)/\(path)"
    let temporary = Self.temporaryPath(beside: final, token: token)
    let folders = target == nil ? missingFolders(above: path) : []
    do throws(SystemError) {
      for folder in folders where mkdir("\(root)/\(folder)", 0o777) != 0 && errno != EEXIST { throw .last }
      // A run that was killed under the same token may have left one.
      unlink(temporary)
      try Self.create(temporary, holding: bytes, like: target?.status, mode: mode)
      if target != nil { copyExtendedAttributes(of: final, to: temporary) }
    } catch {
      unlink(temporary)
      removeFolders(folders)
      throw .cannotWrite(path.string, code: error.code)
    }
    return StagedFile(path: path, final: final, token: token)
  }

  /// Removes what staging a file under `token` may have left; `folders` are given outermost first.
  func removeStaged(_ path: RelativePath, token: String, with folders: [RelativePath]) {
    let final = (try? target(of: path))?.path ?? "\(root)/\(path)"
    unlink(Self.temporaryPath(beside: final, token: token))
    removeFolders(folders)
  }

  /// The folders above `path` that are not there, outermost first.
  func missingFolders(above path: RelativePath) -> [RelativePath] {
    var folders: [RelativePath] = []
    while let folder = (folders.last ?? path).parent, access("\(root)/\(folder)", F_OK) != 0 { folders.append(folder) }
    return folders.reversed()
  }

  /// Where what will be at `path`, an absolute one, is until it is whole.
  static func temporaryPath(beside path: String, token: String) -> String {
    "\(path.parentFolder)/.martlet-\(token)"
  }

  /// Takes the file at `path` away, and `folders`, given outermost first, where nothing else is in them; nothing happens
  /// when there is no file.
  func remove(_ path: RelativePath, with folders: [RelativePath] = []) throws(ExecutionError) {
    guard let target = try target(of: path) else { return }
    guard unlink(target.path) == 0 || errno == ENOENT else { throw .cannotWrite(path.string, code: lastSystemError) }
    DiskSync.wait(forNamesIn: [target.path.parentFolder])
    removeFolders(folders)
  }

  /// The file that `path` leads to, nil when nothing is there; a link to nothing is an error.
  private func target(of path: RelativePath) throws(ExecutionError) -> Target? {
    let full = "\(root)/\(path)"
    var status = stat()
    guard lstat(full, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw .cannotRead(path.string, code: lastSystemError) }
      return nil
    }
    let real = isReached(path, at: status) ? full : try destination(of: full, path)
    guard stat(real, &status) == 0 else { throw .cannotRead(path.string, code: lastSystemError) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path.string) }
    return Target(path: real, status: status)
  }

  /// Whether no link leads to what is at `path` and has that status. To ask for every folder on the way is much cheaper
  /// than to have the system resolve all of the path.
  private func isReached(_ path: RelativePath, at status: stat) -> Bool {
    guard status.st_mode & S_IFMT != S_IFLNK else { return false }
    let bytes = path.string.utf8
    return bytes.indices.allSatisfy { end in
      guard bytes[end] == UInt8(ascii: "/") else { return true }
      var folder = stat()
      return lstat("\(root)/\(Substring(bytes[..<end]))", &folder) == 0 && folder.st_mode & S_IFMT != S_IFLNK
    }
  }

  /// Where the links of `full`, which is the absolute form of `path`, lead to.
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

  /// The bytes of the file at an absolute path, which is not a link.
  static func contents(of path: String) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    return try SystemFile.contents(of: descriptor)
  }

  /// The last `count` bytes of the file at an absolute path, which is not a link; all of them when it has fewer.
  static func lastBytes(_ count: Int, of path: String) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    let start = max(0, lseek(descriptor, 0, SEEK_END) - off_t(count))
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, found in
      found = max(0, pread(descriptor, buffer.baseAddress, count, start))
    }
    return bytes
  }

  /// Makes a file at an absolute path where nothing is, with the mode and owner of `original`, otherwise with `mode`, less
  /// what the user's mask takes away. The disk need not have it yet.
  static func create(
    _ path: String, holding bytes: [UInt8], like original: stat? = nil, mode: mode_t = 0o666
  ) throws(SystemError) {
    // What only its owner may read is not to be read by others even while it is being written.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, original == nil ? mode : 0o600)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try write(bytes[...], to: descriptor, at: 0)
    if let original {
      // Somebody else's file keeps its owner where the system lets us; where not, the content matters more.
      _ = fchown(descriptor, original.st_uid, original.st_gid)
      guard fchmod(descriptor, original.st_mode & 0o7777) == 0 else { throw .last }
    }
  }

  /// Writes `bytes` behind the end of a file of this user alone, which is made if it does not exist. The disk need not have
  /// them yet.
  static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try write(bytes[...], to: descriptor, at: lseek(descriptor, 0, SEEK_END))
  }

  /// Writes all of `bytes`, `offset` bytes from the file's start.
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

  /// That `full`, an absolute path without links, is not in a git directory: of this repository by whatever name, and of any
  /// other one below the root by one that some system reads as `.git`.
  ///
  /// - Parameter name: The path as the user gave it.
  func checkOutsideGit(_ full: String, _ name: String) throws(ExecutionError) {
    // A work tree may itself be in the git directory of its repository, so what is above the root does not count there.
    let isInside = full.hasPrefix("\(root)/")
    let isNamedGit = isInside && GitFolderName.isPart(of: Substring(full.utf8.dropFirst(root.utf8.count)))
    let isOwn = gitDirectories.contains { directory in
      "\(full)/".hasPrefix("\(directory)/") && (!isInside || directory.hasPrefix("\(root)/"))
    }
    guard !isNamedGit, !isOwn else { throw .inGitDirectory(name) }
  }

  /// That the nearest folder above `path` that is there is inside and may be written to.
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
    for folder in folders.reversed() { rmdir("\(root)/\(folder)") }
  }
}
