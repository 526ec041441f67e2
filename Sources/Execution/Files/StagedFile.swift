import Libc
import MartletTextEditing

/// New contents of a file, in a temporary file beside it.
struct StagedFile {
  let path: RelativePath
  /// The final path, absolute.
  let final: String
  /// Makes the temporary name unique.
  let token: String

  /// The path of the temporary file.
  var temporary: String { Disk.temporaryPath(beside: final, token: token) }

  /// Waits until the contents are on the disk.
  func synchronise() throws(ExecutionError) {
    do {
      try DiskSync.wait(forFilesAt: [temporary])
    } catch {
      throw removed(after: error)
    }
  }

  /// Replaces the file: a reader sees the old file or the new one, never a part.
  func moveIntoPlace() throws(ExecutionError) {
    guard rename(temporary, final) == 0 else { throw removed(after: .last) }
  }

  /// Removes the temporary file.
  ///
  /// - Returns: The error to report for `error`.
  func removed(after error: SystemError) -> ExecutionError {
    unlink(temporary)
    return .cannotWrite(path.string, code: error.code)
  }

  /// The folder whose new name is not on the disk yet.
  var folder: String { final.parentFolder }
}
