import Foundation
import Lanes
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
  /// - Parameter text: What of it is good; what comes behind that is cut off.
  init(at path: String, after text: JournalText = JournalText([])) throws(ExecutionError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotWrite(path, code: lastSystemError) }
    size = off_t(text.goodByteCount)
    count = text.records.count
    previous = text.lastDigest
    guard ftruncate(descriptor, size) == 0 else { throw .cannotWrite(path, code: lastSystemError) }
  }

  deinit { close(descriptor) }

  /// Writes `events` and waits until the disk has them.
  ///
  /// - Throws: `ExecutionError.cannotWrite`, with the journal as it was before.
  func append(_ events: [JournalEvent], at time: Int64) throws(ExecutionError) {
    var lines: [UInt8] = []
    var (number, digest) = (count, previous)
    for event in events {
      number += 1
      let json = try Self.json(JournalRecord(number: number, time: time, previous: digest, event: event), path)
      let line = JournalLine(json)
      digest = line.digest
      lines += line.bytes + [UInt8(ascii: "\n")]
    }
    do throws(SystemError) {
      try Disk.write(lines, to: descriptor, at: size)
      guard synchronise(descriptor) else { throw .last }
    } catch {
      _ = ftruncate(descriptor, size)
      throw .cannotWrite(path, code: error.code)
    }
    size += off_t(lines.count)
    (count, previous) = (number, digest)
  }

  private static func json(_ record: JournalRecord, _ path: String) throws(ExecutionError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(record))
    } catch {
      // Nothing that is journalled has numbers or keys that JSON does not have.
      throw .cannotWrite(path, code: EINVAL)
    }
  }
}
