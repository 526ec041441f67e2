import SystemAPI

/// A file or folder that is written beside its place and then moved there.
struct ExportPlacement: Hashable, Sendable, Codable {
  /// The final path; absolute.
  let path: String
  /// The path of the draft.
  let draft: String
  /// The identity of the draft, which shows whether it is at `path`.
  let identity: FileIdentity
  /// The identity of what was at `path` before; nil when there was nothing.
  let before: FileIdentity?
  /// The path where the replaced file is kept; nil when there was none, or it is not kept.
  let kept: String?
  /// The folders that were created for it, outermost first.
  let folders: [String]
  /// For a folder: the modification time of all that is in it, in seconds since 1970.
  let time: Int?

  var state: ChangeState {
    let found = FileIdentity(of: path)
    if found == identity { return .done }
    return found == before || FileIdentity(of: draft) == identity
      ? .notDone : .overtaken(ExecutionError.changedSinceWritten(path))
  }

  /// - Throws: Why `revert` cannot undo it.
  func checkRevertible() throws {
    switch state {
    case .overtaken(let error): throw error
    case .notDone, .partlyDone: break
    case .done:
      guard kept == nil else { return }
      guard before == nil || time != nil else { throw ExecutionError.lostCopy(path) }
      if time != nil, !isUntouched { throw ExecutionError.changedSinceWritten(path) }
    }
  }

  /// Removes the export, or its draft, and restores what was there before.
  ///
  /// - Throws: `ExecutionError.changedSinceWritten` when something else changed it since.
  func revert() throws {
    try checkRevertible()
    switch state {
    case .overtaken: break
    case .notDone, .partlyDone:
      try? FileManager.default.removeItem(atPath: draft)
      if let kept { unlink(kept) }
      removeFolders()
    case .done:
      if let kept { return try restore(kept) }
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch {
        throw ExecutionError.cannotWrite(path, code: lastSystemError == 0 ? EIO : lastSystemError)
      }
      if before != nil { mkdir(path, 0o777) }
      removeFolders()
    }
  }

  private func restore(_ kept: String) throws(ExecutionError) {
    if rename(kept, path) == 0 { return }
    // The copy is on another disk.
    guard errno == EXDEV, unlink(path) == 0,
      (try? FileManager.default.moveItem(atPath: kept, toPath: path)) != nil
    else { throw .cannotWrite(path, code: lastSystemError == 0 ? EIO : lastSystemError) }
  }

  private func removeFolders() {
    for folder in folders.reversed() { rmdir(folder) }
  }

  /// Whether everything in the folder still has its original modification time.
  private var isUntouched: Bool {
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: path) else { return false }
    return names.allSatisfy { name in
      var status = stat()
      return lstat("\(path)/\(name)", &status) == 0 && modificationSecond(of: status) == time
    }
  }
}

/// They are moved in order.
extension [ExportPlacement]: ChangeValue {
  func state(in workspace: Workspace) -> ChangeState {
    var isAnyDone = false
    for placement in self {
      switch placement.state {
      case .done: isAnyDone = true
      case .notDone, .partlyDone: return isAnyDone ? .partlyDone : .notDone
      case .overtaken(let error): return .overtaken(error)
      }
    }
    return isEmpty ? .notDone : .done
  }

  var isRevertible: Bool { true }
  func checkRevertible(in workspace: Workspace) throws { for placement in self { try placement.checkRevertible() } }

  func revert(in workspace: Workspace, _ folder: RunFolder) throws {
    for placement in reversed() { try placement.revert() }
  }
}

/// Identifies a file or folder without reading it, so that a replacement is noticed.
struct FileIdentity: Hashable, Sendable, Codable {
  let device: UInt64
  let number: UInt64

  /// Reads the identity of what is at `path`, without following links; nil when there is nothing.
  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
  }
}
