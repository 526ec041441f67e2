import Essentials
import TextEditing
import Versioning

/// A journal as it is read: the records up to the first that cannot be trusted.
struct JournalText: Sendable {
  private(set) var records: [JournalRecord] = []
  /// How many bytes the trusted records take, line ends included.
  private(set) var goodByteCount = 0
  private(set) var lastDigest: ContentDigest?
  /// Whether more stands behind them than a line that was being written when its process ended.
  private(set) var isDamaged = false
  /// The format that the first record says; nil when it says none.
  private(set) var format: Int?

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(rest[..<end])
      if records.isEmpty { format = try? JSONDecoder().decode(FormatRecord.self, from: Data(line)).event.begun.format }
      guard let checked = JournalLine(checking: line),
        let record = try? JSONDecoder().decode(JournalRecord.self, from: Data(line)),
        record.number == records.count + 1, record.previous == lastDigest
      else {
        isDamaged = true
        return
      }
      records.append(record)
      lastDigest = checked.digest
      rest = rest[(end + 1)...]
      goodByteCount = rest.startIndex
    }
  }

  /// The part of a first record that every format has.
  private struct FormatRecord: Decodable {
    struct Event: Decodable { let begun: Begun }
    struct Begun: Decodable { let format: Int }
    let event: Event
  }
}
