import Essentials
import Lanes
import TextEditing

extension JournalRecord {
  /// So many entries of a plan are encoded at a time: an encoder holds all that it encodes as a tree, which takes many times
  /// the memory of its text.
  private static let portion = 256
  private static let noEntries = #""entries":[]"#

  /// The record as a JSON object, its keys in order.
  ///
  /// - Throws: `EncodingError`, which nothing that is journalled leads to: there are no numbers in it that JSON does not have.
  func json() throws -> [UInt8] {
    guard case .planned(let stage) = event, stage.plan.entries.count > Self.portion else {
      return try Self.bytes(of: self)
    }
    let entries = stage.plan.entries
    let frame = PlannedStage(stage.plan.withoutEntries, isLast: stage.isLast, answers: stage.answers)
    let framed = try Self.bytes(
      of: JournalRecord(number: number, time: time, previous: previous, event: .planned(stage: frame)))
    // In a text, the quotation marks would stand behind backslashes.
    guard let start = framed.firstIndex(of: Self.noEntries, from: 0) else { return try Self.bytes(of: self) }
    let end = start + Self.noEntries.utf8.count - 1
    var json = Array(framed[..<end])
    for first in stride(from: 0, to: entries.count, by: Self.portion) {
      let list = try Self.bytes(of: Array(entries[first..<min(first + Self.portion, entries.count)]))
      if first > 0 { json.append(UInt8(ascii: ",")) }
      json += list.dropFirst().dropLast()
    }
    return json + framed[end...]
  }

  private static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value))
  }
}
