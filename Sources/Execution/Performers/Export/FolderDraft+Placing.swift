import MartletCore
import SystemAPI

extension FolderDraft {
  /// Checks that a folder can be created at `destination`, or that an empty folder is there.
  static func check(_ destination: String) throws(ExecutionError) {
    var status = stat()
    if lstat(destination, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(destination) }
      guard try names(in: destination).isEmpty else { throw .folderNotEmpty(destination) }
    }
    try ParentFolders.check(above: destination)
  }

  /// Checks that files can be written into the folder `destination`, which may be missing.
  static func checkInto(_ destination: String) throws(ExecutionError) {
    var status = stat()
    if stat(destination, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(destination) }
      guard access(destination, W_OK | X_OK) == 0 else { throw .cannotWrite(destination, code: lastSystemError) }
    } else {
      try ParentFolders.check(above: destination)
    }
  }

  /// Returns the planned move of the draft to `destination`.
  func placement(at destination: String, time: UInt64) throws(ExecutionError) -> ExportPlacement {
    guard let identity = FileIdentity(of: path) else { throw .cannotWrite(destination, code: lastSystemError) }
    return ExportPlacement(
      path: destination, draft: path, identity: identity, before: FileIdentity(of: destination), kept: nil,
      folders: folders.made, time: Int(clamping: time))
  }

  /// Moves the draft to `destination`.
  func place(at destination: String) throws(ExecutionError) {
    guard rename(path, destination) == 0 else { throw .cannotWrite(destination, code: lastSystemError) }
  }

  /// Moves the contents of the draft into the folder `destination`, file by file, and replaces files of the same names.
  ///
  /// Nothing is moved unless everything can be: a folder never replaces a file, nor a file a folder, and no link on the
  /// way is followed.
  func move(into destination: String) throws(ExecutionError) {
    let names = try FolderDraft.allNames(in: path)
    for name in names { try checkPlace(of: name, in: destination) }
    for name in names { try move(name, into: destination) }
    remove()
  }

  private func checkPlace(of name: String, in destination: String) throws(ExecutionError) {
    var (here, there) = (stat(), stat())
    guard lstat("\(path)/\(name)", &here) == 0, lstat("\(destination)/\(name)", &there) == 0 else { return }
    let (isFolder, wasFolder) = (here.st_mode & S_IFMT == S_IFDIR, there.st_mode & S_IFMT == S_IFDIR)
    guard isFolder == wasFolder else { throw .inTheWay("\(destination)/\(name)") }
  }

  private func move(_ name: String, into destination: String) throws(ExecutionError) {
    let (source, target) = ("\(path)/\(name)", "\(destination)/\(name)")
    var status = stat()
    guard lstat(source, &status) == 0 else { throw .cannotRead(source, code: lastSystemError) }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let code = isFolder ? mkdir(target, 0o755) : rename(source, target)
    guard code == 0 || isFolder && errno == EEXIST else { throw .cannotWrite(target, code: lastSystemError) }
  }

  /// Returns all names below `folder`; a folder comes before its contents.
  private static func allNames(in folder: String) throws(ExecutionError) -> [String] {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    } catch {
      throw .cannotRead(folder, code: lastSystemError == 0 ? EIO : lastSystemError)
    }
  }

  private static func names(in folder: String) throws(ExecutionError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw .cannotRead(folder, code: lastSystemError == 0 ? EIO : lastSystemError)
    }
  }
}

extension ExecutionError {
  static func folderNotEmpty(_ path: String) -> ExecutionError {
    .failed(
      Failure(
        "the folder `\(path)` is not empty, expected an empty or missing folder",
        hint: "name another folder, or write into this one with `--into`"))
  }

  /// A file is in the place of a folder to be written, or a folder in the place of a file.
  static func inTheWay(_ path: String) -> ExecutionError {
    .failed(Failure("`\(path)` is in the way: a folder cannot replace a file, nor a file a folder"))
  }
}
