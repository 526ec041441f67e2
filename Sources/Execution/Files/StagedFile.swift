import MartletCore
import SystemAPI

/// New contents of a file, in a temporary file beside it.
struct StagedFile {
  let path: RelativePath
  /// The final path, absolute.
  let final: String
  /// Makes the temporary name unique.
  let token: String
  let disk: Disk

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
    do throws(SystemError) {
      try disk.folder(of: final).rename(temporary.lastPart, to: final.lastPart)
    } catch {
      throw removed(after: error)
    }
  }

  /// Removes the temporary file.
  ///
  /// - Returns: The error to report for `error`.
  func removed(after error: SystemError) -> ExecutionError {
    try? disk.folder(of: final).remove(temporary.lastPart)
    return Disk.failure(to: path, error)
  }

  /// The folder whose new name is not on the disk yet.
  var folder: String { final.parentFolder }
}
