import Lanes
import MartletCore
import SystemAPI

extension JournalRecord {
  /// The number of plan entries that are encoded at a time. An encoder keeps everything as a tree, which takes many
  /// times the memory of the text.
  private static let portion = 64
  private static let noEntries = #""entries":[]"#

  /// Passes the record as a JSON object with sorted keys and without its closing brace. It comes in pieces, so that a
  /// long plan is never in memory as a whole.
  ///
  /// - Throws: What `take` throws. `EncodingError` cannot occur: journals contain no numbers that JSON cannot express.
  func forEachPiece(_ take: (ArraySlice<UInt8>) throws -> Void) throws {
    guard case .planned(let stage) = event, stage.plan.entries.count > Self.portion else {
      return try take(Self.bytes(of: self).dropLast())
    }
    let entries = stage.plan.entries
    let frame = PlannedStage(
      stage.plan.with([]), isLast: stage.isLast, answers: stage.answers, planner: stage.planner)
    let framed = try Self.bytes(
      of: JournalRecord(number: number, time: time, previous: previous, event: .planned(stage: frame)))
    // The keys are sorted, and inside a string the quotation marks would be escaped, so the first one is that of the plan.
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
