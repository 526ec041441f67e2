import TextEditing

/// Why an archive cannot be written.
package enum ArchiveError: Error, Equatable, Sendable {
  /// A zip archive has room for 65,535 bytes of a name.
  case longPath(String, length: Int)
  case badLevel(Int, of: String, allowed: ClosedRange<Int>)
  /// A compressor stopped; `library` says why as far as it does.
  case compression(library: String, reason: String)
  case outOfMemory
}

extension ArchiveError: ExplainedError {
  package var failure: Failure { Failure(message) }

  private var message: String {
    switch self {
    case .longPath(let path, let length):
      "`\(path)` is \(length) bytes long, expected at most 65535 in a zip archive"
    case .badLevel(let level, let format, let allowed):
      "no level \(level) of `\(format)`, expected \(allowed.lowerBound) to \(allowed.upperBound)"
    case .compression(let library, let reason): "\(library) could not compress: \(reason)"
    case .outOfMemory: "there is not enough memory to compress"
    }
  }
}
