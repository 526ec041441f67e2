import Essentials
import Libc

extension FolderDraft {
  /// That the folder `destination` can take the place of nothing, or of an empty folder.
  static func check(_ destination: String) throws(ExecutionError) {
    var status = stat()
    if lstat(destination, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(destination) }
      guard try names(in: destination).isEmpty else { throw .folderNotEmpty(destination) }
    }
    try ParentFolders.check(above: destination)
  }

  /// That something can be written into the folder `destination`, which need not be there.
  static func checkInto(_ destination: String) throws(ExecutionError) {
    var status = stat()
    if stat(destination, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(destination) }
      guard access(destination, W_OK | X_OK) == 0 else { throw .cannotWrite(destination, code: lastSystemError) }
    } else {
      try ParentFolders.check(above: destination)
    }
  }

  /// How the draft becomes the folder `destination`.
  func placement(at destination: String, time: UInt64) throws(ExecutionError) -> ExportPlacement {
    guard let identity = FileIdentity(of: path) else { throw .cannotWrite(destination, code: lastSystemError) }
    return ExportPlacement(
      path: destination, draft: path, identity: identity, before: FileIdentity(of: destination), kept: nil,
      folders: folders.made, time: Int(clamping: time))
  }

  /// Makes the draft the folder `destination`.
  func place(at destination: String) throws(ExecutionError) {
    guard rename(path, destination) == 0 else { throw .cannotWrite(destination, code: lastSystemError) }
  }

  /// Moves what is in the draft into the folder `destination`, file by file, over files of the same names.
  ///
  /// Nothing is moved unless all can be: no folder takes the place of a file, or a file that of a folder, and no link
  /// leads elsewhere on the way.
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

  /// Everything below `folder`, a folder before what is in it.
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
