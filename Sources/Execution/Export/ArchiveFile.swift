import Essentials
import Libc
import TextEditing

/// A file that is being written beside the one that it takes the place of, so that nobody sees a part of it.
struct ArchiveFile {
  /// What stands at a path that an archive is written to.
  private enum Place {
    case free
    /// A file, which gives way.
    case file
    /// A device or a pipe, which is written to as it is.
    case stream
  }

  /// Absolute; the end of a link when the path was one.
  let path: String
  private let place: Place
  private let temporary: String
  private let descriptor: Int32
  private let folders: ParentFolders

  /// That a file can be written to `path`, an absolute one.
  static func check(_ path: String) throws(ExecutionError) {
    _ = try place(at: path)
    try ParentFolders.check(above: path)
  }

  /// Begins to write the file at `path`, an absolute one. Folders that are missing are made.
  ///
  /// - Parameter token: What makes the draft's name the caller's own.
  init(_ path: String, token: String) throws(ExecutionError) {
    self.path = FileManager.default.fileExists(atPath: path) ? path.withoutLinks : path
    place = try Self.place(at: path)
    folders = try ParentFolders(above: path)
    if case .stream = place {
      temporary = self.path
      descriptor = open(self.path, O_WRONLY | O_CLOEXEC)
    } else {
      temporary = Disk.temporaryPath(beside: self.path, token: token)
      // A run that was killed under the same token may have left one.
      unlink(temporary)
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else {
      let code = lastSystemError
      folders.remove()
      throw .cannotWrite(path, code: code)
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(ExecutionError) {
    do {
      try SystemFile.write(bytes, to: descriptor)
    } catch {
      throw .cannotWrite(path, code: error.code)
    }
  }

  /// How it gets to its place; nil for a device or a pipe, which is written to as it is. What stands there is kept, unless
  /// the run leaves no record.
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

  /// Nothing more will be written.
  func finish() throws(ExecutionError) {
    guard close(descriptor) == 0 else { throw .cannotWrite(path, code: lastSystemError) }
  }

  /// Puts the file in its place.
  func putInPlace() throws(ExecutionError) {
    if case .stream = place { return }
    guard rename(temporary, path) == 0 else { throw .cannotWrite(path, code: lastSystemError) }
  }

  /// Gives up before anything was written: nothing is left of it.
  func discard() {
    close(descriptor)
    if case .stream = place { return }
    unlink(temporary)
    folders.remove()
  }

  /// A link of the same file where the disk has such, so that the old one stands in its place until the new one does.
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
