import MartletCore

/// An error in writing an archive.
package enum ArchiveError: Error, Equatable, Sendable {
  /// Zip archives limit a name to 65,535 bytes.
  case longPath(String, length: Int)
  /// A compressor failed, with the reason if the library reports one.
  case compression(library: String, reason: String)
  case outOfMemory
}

extension ArchiveError: ExplainedError {
  package var failure: Failure { Failure(message) }

  private var message: String {
    switch self {
    case .longPath(let path, let length):
      "`\(path)` is \(length) bytes long, expected at most 65535 in a zip archive"
    case .compression(let library, let reason): "\(library) could not compress: \(reason)"
    case .outOfMemory: "not enough memory to compress"
    }
  }
}
