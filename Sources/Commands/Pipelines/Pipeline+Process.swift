import Essentials
import Libc
import Pipelines

extension Pipeline {
  /// How many bytes of an event are read: those of pull requests have some ten thousand.
  private static let eventLimit = 1 << 20

  /// The CI system that runs this process, whose variables are `environment`, with what it says in a file.
  ///
  /// - Throws: `PipelineError`.
  static func found(in environment: [String: String]) throws(PipelineError) -> Pipeline? {
    try found(in: environment, event: eventPath(in: environment).flatMap(event))
  }

  /// What the regular file at `path` holds; nil for what cannot be read, or is larger.
  private static func event(at path: String) -> [UInt8]? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= eventLimit else {
      return nil
    }
    return FileManager.default.contents(atPath: path).map { Array($0) }
  }
}
