import Essentials
import Libc

/// A file or folder that is written beside its place and then put there.
struct ExportPlacement: Hashable, Sendable, Codable {
  /// Where it shall be; absolute.
  let path: String
  /// Where it is until then.
  let draft: String
  /// What the draft is on its disk: what stands at `path` is ours if it is that.
  let identity: FileIdentity
  /// What stands at `path` before, to give way; nil when nothing does.
  let before: FileIdentity?
  /// Where the file is kept that it takes the place of; nil when there is none, or it is not kept.
  let kept: String?
  /// The folders that were made for it, outermost first.
  let folders: [String]
  /// Of a folder: when everything in it says that it was changed, in seconds since 1970.
  let time: Int?

  var state: ChangeState {
    let found = FileIdentity(of: path)
    if found == identity { return .done }
    return found == before || FileIdentity(of: draft) == identity
      ? .notDone : .overtaken(ExecutionError.changedSinceWritten(path))
  }

  /// Takes it away, and puts back what stood there; of a draft, nothing is left.
  ///
  /// - Throws: `ExecutionError.changedSinceWritten` when somebody has been there since.
  func revert() throws {
    switch state {
    case .overtaken(let error): throw error
    case .notDone, .partlyDone:
      try? FileManager.default.removeItem(atPath: draft)
      if let kept { unlink(kept) }
      removeFolders()
    case .done:
      if let kept { return try putBack(kept) }
      guard before == nil || time != nil else { throw ExecutionError.lostCopy(path) }
      if time != nil, !isUntouched { throw ExecutionError.changedSinceWritten(path) }
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch {
        throw ExecutionError.cannotWrite(path, code: lastSystemError == 0 ? EIO : lastSystemError)
      }
      if before != nil { mkdir(path, 0o777) }
      removeFolders()
    }
  }

  private func putBack(_ kept: String) throws(ExecutionError) {
    if rename(kept, path) == 0 { return }
    // Kept on another disk.
    guard errno == EXDEV, unlink(path) == 0,
      (try? FileManager.default.moveItem(atPath: kept, toPath: path)) != nil
    else { throw .cannotWrite(path, code: lastSystemError == 0 ? EIO : lastSystemError) }
  }

  private func removeFolders() {
    for folder in folders.reversed() { rmdir(folder) }
  }

  /// Whether everything in the folder still has the time that it was given.
  private var isUntouched: Bool {
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: path) else { return false }
    return names.allSatisfy { name in
      var status = stat()
      return lstat("\(path)/\(name)", &status) == 0 && modificationSecond(of: status) == time
    }
  }
}

extension [ExportPlacement] {
  /// What has happened of them: they are put in place in order.
  var state: ChangeState {
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
}

/// What tells a file or folder from another one that was put in its place, without reading it.
struct FileIdentity: Hashable, Sendable, Codable {
  let device: UInt64
  let number: UInt64

  /// Of what is at `path` itself; nil when nothing is there.
  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
  }
}
