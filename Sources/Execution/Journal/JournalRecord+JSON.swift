import Essentials
import Lanes
import TextEditing

extension JournalRecord {
  /// So many entries of a plan are encoded at a time: an encoder holds all that it encodes as a tree, which takes many times
  /// the memory of its text.
  private static let portion = 64
  private static let noEntries = #""entries":[]"#

  /// Gives the record as a JSON object, its keys in order, without the brace that it ends in: piece by piece, so that a long
  /// plan is nowhere in one.
  ///
  /// - Throws: what `take` throws, and `EncodingError`, which nothing that is journalled leads to: there are no numbers in it
  ///   that JSON does not have.
  func forEachPiece(_ take: (ArraySlice<UInt8>) throws -> Void) throws {
    guard case .planned(let stage) = event, stage.plan.entries.count > Self.portion else {
      return try take(Self.bytes(of: self).dropLast())
    }
    let entries = stage.plan.entries
    let frame = PlannedStage(stage.plan.withoutEntries, isLast: stage.isLast, answers: stage.answers)
    let framed = try Self.bytes(
      of: JournalRecord(number: number, time: time, previous: previous, event: .planned(stage: frame)))
    // In a text, the quotation marks would stand behind backslashes.
    guard let start = framed.firstIndex(of: Self.noEntries, from: 0) else {
      return try take(Self.bytes(of: self).dropLast())
    }
    let end = start + Self.noEntries.utf8.count - 1
    try take(framed[..<end])
    for first in stride(from: 0, to: entries.count, by: Self.portion) {
      let list = try Self.bytes(of: Array(entries[first..<min(first + Self.portion, entries.count)]))
      if first > 0 { try take([UInt8(ascii: ",")]) }
      try take(list.dropFirst().dropLast())
    }
    try take(framed[end...].dropLast())
  }

  private static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value))
  }
}
