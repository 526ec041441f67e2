import Libc
import TextEditing

/// New contents for a file, written beside it.
struct StagedFile {
  let path: RelativePath
  /// Where it belongs, an absolute path.
  let final: String
  /// What makes its name until then the caller's own.
  let token: String

  /// Where it is until then.
  var temporary: String { Disk.temporaryPath(beside: final, token: token) }

  /// Waits until the disk has it.
  func synchronise() throws(ExecutionError) {
    do {
      try DiskSync.wait(forFilesAt: [temporary])
    } catch {
      throw removed(after: error)
    }
  }

  /// A reader sees the old file or the new one, never a part.
  func putInPlace() throws(ExecutionError) {
    guard rename(temporary, final) == 0 else { throw removed(after: .last) }
  }

  /// Takes it away again.
  ///
  /// - Returns: what is said of `error`.
  func removed(after error: SystemError) -> ExecutionError {
    unlink(temporary)
    return .cannotWrite(path.string, code: error.code)
  }

  /// Where the disk has yet to get the new name.
  var folder: String { final.parentFolder }
}
