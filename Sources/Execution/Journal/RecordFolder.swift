import Libc

/// The folders below the git directory that hold the lock, the journals and the copies.
///
/// A repository that was unpacked from an archive can hold any links there, so none of them is followed.
enum RecordFolder {
  /// Checks that `path` is not a symbolic link; it need not exist.
  static func refuseLink(at path: String) throws(ExecutionError) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { throw .linkedRecord(path) }
  }

  /// Checks that no link leads to the records below `path`, the folder of all runs, nor to those of each of `runs`.
  static func refuseLinks(in path: String, of runs: [RunFolder]) throws(ExecutionError) {
    for folder in [path.parentFolder, path] { try refuseLink(at: folder) }
    for run in runs {
      for path in [run.path, "\(run.path)/before", run.artifactsPath, run.journalPath] { try refuseLink(at: path) }
    }
  }
}
