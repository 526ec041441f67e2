import MartletCore
import SystemAPI

/// A file that is written beside the one that it replaces, so that an incomplete file is never visible.
struct ArchiveFile {
  /// What is at the path of an archive.
  private enum Place {
    case free
    /// A file, which is replaced.
    case file
    /// A device or a pipe, which is written to directly.
    case stream
  }

  /// The absolute path, after links.
  let path: String
  private let place: Place
  private let temporary: String
  private let descriptor: Int32
  private let folders: ParentFolders

  /// Checks that a file can be written to `path`, an absolute path.
  static func check(_ path: String) throws(ExecutionError) {
    _ = try place(at: path)
    try ParentFolders.check(above: path)
  }

  /// Starts to write the file at `path`, an absolute path. Missing folders are created.
  ///
  /// - Parameter token: Makes the name of the draft unique.
  init(_ path: String, token: String) throws(ExecutionError) {
    self.path = FileManager.default.fileExists(atPath: path) ? path.withoutLinks : path
    place = try Self.place(at: path)
    folders = try ParentFolders(above: path)
    if case .stream = place {
      temporary = self.path
      descriptor = open(self.path, O_WRONLY | O_CLOEXEC)
    } else {
      temporary = Disk.temporaryPath(beside: self.path, token: token)
      // A killed run with the same token may have left one.
      unlink(temporary)
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else {
      let code = lastSystemError
      folders.remove()
      throw .cannotWrite(path, code: code)
    }
  }

  func append(_ bytes: [UInt8]) throws(ExecutionError) {
    do {
      try SystemFile.write(bytes, to: descriptor)
    } catch {
      throw .cannotWrite(path, code: error.code)
    }
  }

  /// Returns the planned move into place; nil for a device or a pipe, which is written to directly. The replaced file
  /// is kept, unless the run leaves no record.
  func placement(keepingAs original: RunFolder.Original, in run: RunState) throws(ExecutionError) -> ExportPlacement? {
    if case .stream = place { return nil }
    guard let identity = FileIdentity(of: temporary) else { throw .cannotWrite(path, code: lastSystemError) }
    var kept: String?
    if case .file = place, run.folder.keepsCopies {
      let copy = run.folder.copyPath(of: original, before: run.entry)
      try Self.keep(path, at: copy)
      try run.folder.synchronise([copy])
      kept = copy
    }
    return ExportPlacement(
      path: path, draft: temporary, identity: identity, before: FileIdentity(of: path), kept: kept,
      folders: folders.made, time: nil)
  }

  /// Closes the file after the last byte.
  func finish() throws(ExecutionError) {
    guard close(descriptor) == 0 else { throw .cannotWrite(path, code: lastSystemError) }
  }

  /// Moves the file into place.
  func moveIntoPlace() throws(ExecutionError) {
    if case .stream = place { return }
    guard rename(temporary, path) == 0 else { throw .cannotWrite(path, code: lastSystemError) }
  }

  /// Removes the draft before anything was written.
  func discard() {
    close(descriptor)
    if case .stream = place { return }
    unlink(temporary)
    folders.remove()
  }

  /// Keeps the file by a hard link if the disk supports that, so that it stays in place until the new one replaces it.
  private static func keep(_ path: String, at keptPath: String) throws(ExecutionError) {
    unlink(keptPath)
    if link(path, keptPath) == 0 { return }
    do {
      try FileManager.default.copyItem(atPath: path, toPath: keptPath)
    } catch {
      throw .cannotWrite(keptPath, code: lastSystemError == 0 ? EIO : lastSystemError)
    }
  }

  private static func place(at path: String) throws(ExecutionError) -> Place {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .cannotWrite(path, code: lastSystemError) }
      return .free
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFCHR, S_IFIFO: return .stream
    default: throw .notAFile(path)
    }
  }
}
