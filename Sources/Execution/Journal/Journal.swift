import Lanes
import MartletCore
import SystemAPI

/// The file in which a run records its intended and completed changes, one JSON object per line.
///
/// Every line is on the disk before the call returns. It contains its own digest and that of the line before it, so
/// that a changed, lost or inserted line is detected.
final class Journal {
  /// The format that this version writes. Older formats can be read; newer ones are refused.
  static let format = 1

  private let path: String
  private let descriptor: Int32
  private var size: off_t
  private var count: Int
  private var previous: ContentDigest?

  /// Resumes the journal at `path`, or begins it when `text` is empty.
  ///
  /// - Parameter text: The valid part of the journal; the first write cuts off the rest.
  init(at path: String, after text: JournalText = JournalText([])) throws(ExecutionError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .cannotWrite(path, code: lastSystemError) }
    size = off_t(text.goodByteCount)
    count = text.records.count
    previous = text.lastDigest
  }

  deinit { close(descriptor) }

  /// Writes `events` and waits until they are on the disk.
  ///
  /// - Throws: `ExecutionError.cannotWrite`; then the journal is unchanged.
  func append(_ events: some Sequence<JournalEvent>, at time: Int64) throws(ExecutionError) {
    var (number, digest, end) = (count, previous, size)
    do {
      // A killed process may have left a partial line.
      guard ftruncate(descriptor, size) == 0 else { throw SystemError.last }
      // The bytes that are not written yet.
      var text: [UInt8] = []
      for event in events {
        number += 1
        let record = JournalRecord(number: number, time: time, previous: digest, event: event)
        digest = try JournalLine.write(record) { piece in
          guard text.count + piece.count > Self.portion else { return text += piece }
          try write(text[...], at: &end)
          try write(piece, at: &end)
          text.removeAll(keepingCapacity: true)
        }
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

  /// The size of one write in bytes.
  private static let portion = 1 << 18
}
