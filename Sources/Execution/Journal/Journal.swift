import Lanes
import Libc
import TextEditing
import Versioning

/// The file that a run writes what it is about to do and what it has done into, a JSON object a line.
///
/// Every line is on the disk before the call returns. It holds its own digest and that of the line before it, so that a
/// line that was changed, lost or put in is found.
final class Journal {
  /// What this program writes. Formats below it are read, those above it are refused.
  static let format = 1

  private let path: String
  private let descriptor: Int32
  private var size: off_t
  private var count: Int
  private var previous: ContentDigest?

  /// Goes on with the journal at `path`, which is begun when `text` is empty.
  ///
  /// - Parameter text: The good part of it; the first line that is written cuts off the rest.
  init(at path: String, after text: JournalText = JournalText([])) throws(ExecutionError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .cannotWrite(path, code: lastSystemError) }
    size = off_t(text.goodByteCount)
    count = text.records.count
    previous = text.lastDigest
  }

  deinit { close(descriptor) }

  /// Writes `events` and waits until the disk has them.
  ///
  /// - Throws: `ExecutionError.cannotWrite`, with the journal as it was before.
  func append(_ events: some Sequence<JournalEvent>, at time: Int64) throws(ExecutionError) {
    var (number, digest, end) = (count, previous, size)
    do {
      // What a killed process left behind the last good line.
      guard ftruncate(descriptor, size) == 0 else { throw SystemError.last }
      // What has not been written yet.
      var text: [UInt8] = []
      for event in events {
        number += 1
        var hasher = ContentHasher()
        try JournalRecord(number: number, time: time, previous: digest, event: event).forEachPiece { piece in
          piece.withUnsafeBytes { hasher.append($0) }
          guard text.count + piece.count > Self.portion else { return text += piece }
          try write(text[...], at: &end)
          try write(piece, at: &end)
          text.removeAll(keepingCapacity: true)
        }
        let own = JournalLine.digest(hasher)
        text += JournalLine.end(own) + [UInt8(ascii: "\n")]
        digest = own
      }
      try write(text[...], at: &end)
      guard synchronise(descriptor) else { throw SystemError.last }
    } catch {
      _ = ftruncate(descriptor, size)
      throw .cannotWrite(path, code: (error as? SystemError)?.code ?? EINVAL)
    }
    (count, previous, size) = (number, digest, end)
  }

  private func write(_ bytes: ArraySlice<UInt8>, at end: inout off_t) throws(SystemError) {
    try Disk.write(bytes, to: descriptor, at: end)
    end += off_t(bytes.count)
  }

  /// So many bytes are written at a time.
  private static let portion = 1 << 18
}
