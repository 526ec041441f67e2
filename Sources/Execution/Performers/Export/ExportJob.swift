import Archiving
import Git

/// One unit of work of an export, for any free thread.
enum ExportJob: Sendable {
  /// Reads these entries from these repositories, and formats them.
  case pack([ExportEntry], from: [ExportOrigin])
  /// Compresses a block of the archive.
  case compress([UInt8])
}

/// A part of the result of a job.
struct ExportPiece: Sendable {
  var bytes: [UInt8] = []
  /// Lines for the directory of a zip archive. Offsets count from the start of `bytes`, or, for a file in parts, from
  /// its start.
  var lines: [ZipDirectory.Line] = []
  /// Whether `bytes` start a file that comes in parts.
  var opensFile = false
  /// The number of files and links that it completes.
  var entryCount = 0
  /// The size of their contents in bytes.
  var contentCount = 0
  var isLast = false
}
