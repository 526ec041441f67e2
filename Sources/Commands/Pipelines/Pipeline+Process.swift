import Lanes
import SystemAPI

extension Pipeline {
  /// The largest event file that is read, in bytes. Those of pull requests have about ten thousand.
  private static let eventLimit = 1 << 20

  /// Detects the CI system of this process from `environment` and the event file.
  ///
  /// - Throws: `PipelineError`.
  static func found(in environment: [String: String]) throws(PipelineError) -> Pipeline? {
    try found(in: environment, event: eventPath(in: environment).flatMap(event))
  }

  /// Returns the contents of the regular file at `path`; nil if it cannot be read or is larger than `eventLimit`.
  private static func event(at path: String) -> [UInt8]? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= eventLimit else {
      return nil
    }
    return FileManager.default.contents(atPath: path).map { Array($0) }
  }
}
