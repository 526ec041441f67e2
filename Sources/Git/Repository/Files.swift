import SystemAPI

/// File operations for git's own files. Errors contain the system's messages.
enum Files {
  typealias Status = stat

  /// The kind of a file, without following links.
  enum Kind {
    case file(isExecutable: Bool), link, directory, other
  }

  /// Returns all bytes of a file; nil when there is none.
  static func contents(of path: String) throws(GitError) -> [UInt8]? {
    do throws(SystemError) {
      return try SystemFile.contents(at: path)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw .failed(task: "read `\(path)`", reason: error.message)
    }
  }

  /// Writes a new file; `mode` as in `chmod`, before the user's umask.
  static func create(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o666) throws(GitError) {
    try write(path, bytes, flags: O_EXCL, mode: mode)
  }

  /// Writes a file, and replaces an existing one.
  static func overwrite(_ path: String, _ bytes: [UInt8]) throws(GitError) {
    try write(path, bytes, flags: O_TRUNC, mode: 0o666)
  }

  /// Removes a file if it exists.
  static func remove(_ path: String) {
    unlink(path)
  }

  static func rename(_ path: String, to other: String) throws(GitError) {
    let code = SystemAPI.rename(path, other)
    guard code == 0 else { throw failure("rename `\(path)`") }
  }

  /// Creates a hard link at `other`, which must not exist.
  static func link(_ path: String, to other: String) throws(GitError) {
    let code = SystemAPI.link(path, other)
    guard code == 0 else { throw failure("create `\(other)`") }
  }

  /// Returns the kind of the file at `path`; nil when there is none.
  static func kind(of path: String) throws(GitError) -> Kind? {
    guard let status = try status(of: path) else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(isExecutable: status.st_mode & 0o100 != 0)
    case S_IFLNK: return .link
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  static func status(of path: String) throws(GitError) -> stat? {
    var status = stat()
    guard lstat(path, &status) != 0 else { return status }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw failure("read the status of `\(path)`")
  }

  /// Returns the time of the last write, in seconds since 1970.
  static func modificationTime(of status: stat) -> Int { modification(of: status).tv_sec }

  static func modification(of status: stat) -> timespec {
    #if canImport(Darwin)
      status.st_mtimespec
    #else
      status.st_mtim
    #endif
  }

  /// Sets the time of the last write to the file at `path`, where the system allows that.
  static func setTime(of path: String, to time: timespec) {
    utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW)
  }

  /// Returns the path without links; nil when it does not exist.
  static func realPath(_ path: String) -> String? {
    try? SystemFile.realPath(of: path)
  }

  /// Returns whether this user may run the file.
  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Whether the file at `path` belongs to this user.
  static func isOwn(_ path: String) -> Bool { (try? status(of: path))?.st_uid == geteuid() }

  /// Returns whether this user may create files in the folder.
  static func isWritable(_ folder: String) -> Bool { access(folder, W_OK | X_OK) == 0 }

  /// Waits for 20 ms.
  static func pause() { usleep(20_000) }

  /// Creates a folder for this user only, below the folder for temporary files.
  static func makeTemporaryDirectory(below folder: String) throws(GitError) -> String {
    var template = Array("\(folder)/martlet-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw failure("create a folder in `\(folder)`") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes a folder with its contents, where this user may; links in it are removed, not followed.
  static func removeTree(_ path: String) {
    for name in (try? SystemFile.names(in: path)) ?? [] {
      if case .directory? = try? kind(of: "\(path)/\(name)") {
        removeTree("\(path)/\(name)")
      } else {
        remove("\(path)/\(name)")
      }
    }
    rmdir(path)
  }

  /// The process ID, for unique file names.
  static var processID: Int32 { getpid() }

  /// Blocks this thread.
  static func pause(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
  }

  /// The umask of this process. Reading it sets it for a moment.
  static var userMask: UInt32 {
    let mask = umask(0)
    umask(mask)
    return UInt32(mask)
  }

  /// The current time in seconds since 1970.
  static var now: Int { time(nil) }

  private static func write(_ path: String, _ bytes: [UInt8], flags: Int32, mode: mode_t) throws(GitError) {
    let task = "write `\(path)`"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, mode)
    guard descriptor >= 0 else { throw failure(task) }
    defer { close(descriptor) }
    do {
      try SystemFile.write(bytes, to: descriptor)
    } catch {
      throw .failed(task: task, reason: error.message)
    }
  }

  private static func failure(_ task: String) -> GitError { .failed(task: task, reason: SystemError.last.message) }
}
