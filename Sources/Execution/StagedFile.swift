import Libc
import TextEditing

/// New contents for a file, written beside it.
struct StagedFile {
  let path: RelativePath
  let temporary: String
  let final: String

  /// Waits until the disk has it.
  func synchronise() throws(ExecutionError) {
    do {
      try DiskSync.wait(forFilesAt: [temporary])
    } catch {
      unlink(temporary)
      throw .cannotWrite(path.string, code: error.code)
    }
  }

  /// A reader sees the old file or the new one, never a part.
  func putInPlace() throws(ExecutionError) {
    guard rename(temporary, final) == 0 else {
      let code = lastSystemError
      unlink(temporary)
      throw .cannotWrite(path.string, code: code)
    }
  }

  /// Where the disk has yet to get the new name.
  var folder: String { final.parentFolder }
}
