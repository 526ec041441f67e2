import MartletCore
import SystemAPI

/// A parsed journal: the records before the first invalid one.
struct JournalText: Sendable {
  private(set) var records: [JournalRecord] = []
  /// The length of the valid records in bytes, including line ends.
  private(set) var goodByteCount = 0
  private(set) var lastDigest: ContentDigest?
  /// Whether more than one unfinished line follows the valid records.
  private(set) var isDamaged = false
  /// The format in the first record; nil when it has none.
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

  /// The part of the first record that all formats share.
  private struct FormatRecord: Decodable {
    struct Event: Decodable { let begun: Begun }
    struct Begun: Decodable { let format: Int }
    let event: Event
  }
}
