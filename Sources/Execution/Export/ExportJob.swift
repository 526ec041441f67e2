import Archiving
import Git

/// One piece of work of an export, done by whichever thread is free.
enum ExportJob: Sendable {
  /// Reads these, which come from these repositories, and lays them out.
  case pack([ExportEntry], from: [ExportOrigin])
  /// Compresses a block of the archive.
  case compress([UInt8])
}

/// What comes of a job, in pieces.
struct ExportPiece: Sendable {
  var bytes: [UInt8] = []
  /// What the directory of a zip archive will say; offsets count from the start of `bytes`, that of a file which came in
  /// parts from where it was opened.
  var lines: [ZipDirectory.Line] = []
  /// Whether `bytes` begin a file that comes in parts.
  var opensFile = false
  /// How many files and links are done with it.
  var entryCount = 0
  /// How many bytes they have.
  var contentCount = 0
  var isLast = false
}
