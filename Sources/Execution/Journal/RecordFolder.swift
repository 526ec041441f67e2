import MartletCore
import SystemAPI

/// The folders below the git directory for the lock, the journals and the copies.
///
/// A repository from an untrusted archive can contain links there, so no link is followed.
enum RecordFolder {
  /// Checks that `path` is not a symbolic link; it need not exist.
  static func refuseLink(at path: String) throws(ExecutionError) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { throw .linkedRecord(path) }
  }

  /// Checks that neither `path`, the folder of all runs, nor the records of `runs` are links.
  static func refuseLinks(in path: String, of runs: [RunFolder]) throws(ExecutionError) {
    for folder in [path.parentFolder, path] { try refuseLink(at: folder) }
    for run in runs {
      for path in [run.path, "\(run.path)/before", run.artifactsPath, run.journalPath] { try refuseLink(at: path) }
    }
  }
}

extension ExecutionError {
  /// A link in the place of Martlet's lock or records.
  static func linkedRecord(_ path: String) -> ExecutionError {
    .failed(
      Failure(
        "`\(path)` is a symbolic link, and Martlet does not follow links to its own files",
        hint: "remove the link with `rm \(path.shellWord)`"))
  }
}
