import Foundation
import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("A journal")
struct JournalTextTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/journal.jsonl" }

  private static let events: [JournalEvent] = [
    .begun(
      run: RunStart(title: "release"), origin: RunOrigin(process: 7, host: "here", workTree: "/app", time: 1),
      format: Journal.format),
    .intended(entry: 1, change: .nothing), .done(entry: 1, outcome: Outcome(output: "out")),
    .failed(entry: 2, message: "no"),
    .undoing, .undone(entry: 1), .ended(outcome: .undone),
  ]

  init() throws { folder = try TemporaryFolder() }

  private func bytes() throws -> [UInt8] { try Disk.contents(of: path) }

  /// A journal with all events, written in two parts.
  private func written() throws -> [UInt8] {
    let journal = try Journal(at: path)
    try journal.append(Array(Self.events.prefix(3)), at: 5)
    try journal.append(Array(Self.events.dropFirst(3)), at: 6)
    return try bytes()
  }

  @Test("is read back unchanged")
  func roundTrip() throws {
    let text = JournalText(try written())
    #expect(text.records.map(\.event) == Self.events)
    #expect(text.records.map(\.number) == Array(1...7))
    #expect(text.records.map(\.time) == [5, 5, 5, 6, 6, 6, 6])
    #expect(!text.isDamaged && text.format == 1)
  }

  @Test("names its events as journals of earlier versions do")
  func names() throws {
    let text = String(decoding: try written(), as: UTF8.self)
    #expect(
      text.contains(#""event":{"takenBack":{"entry":1}}"#) && text.contains(#"{"ended":{"outcome":"takenBack"}}"#))
  }

  @Test("contains a plan of any length as an encoder would write it", arguments: [0, 1, 64, 65, 700])
  func longPlan(count: Int) throws {
    let entries = (0..<count).map { number in
      Plan.Entry(number: number + 1, stage: 1, step: "message", effect: .showMessage(#""entries":[] \#(number)/ä"#))
    }
    let plan = Plan(title: #""entries":[]"#, version: nil, entries: entries, remarks: [], isConfirmed: false)
    let stage = PlannedStage(plan, isLast: false, answers: ["entries": "[]", #"a"entries":[]"#: #""entries":[]"#])
    let record = JournalRecord(number: 2, time: 5, previous: nil, event: .planned(stage: stage))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var json = Data()
    try record.forEachPiece { json += $0 }
    #expect(try json + Data("}".utf8) == encoder.encode(record))
    try Journal(at: path).append([.planned(stage: stage), .undoing], at: 5)
    #expect(JournalText(try bytes()).records.map(\.event) == [.planned(stage: stage), .undoing])
  }

  @Test("continues after its last complete line, wherever its process ended")
  func torn() throws {
    let whole = try written()
    let lineEnds = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
    for count in stride(from: 0, to: whole.count, by: 7) {
      let torn = JournalText(Array(whole.prefix(count)))
      #expect(torn.records.count == lineEnds.count { $0 < count } && !torn.isDamaged)
    }
    try Data(whole.dropLast(9)).write(to: URL(fileURLWithPath: path))
    let journal = try Journal(at: path, after: JournalText(try bytes()))
    try journal.append([.ended(outcome: .left)], at: 7)
    #expect(JournalText(try bytes()).records.map(\.event) == Self.events.dropLast() + [.ended(outcome: .left)])
  }

  @Test("is valid up to the first damaged byte")
  func flipped() throws {
    let whole = try written()
    for index in stride(from: 0, to: whole.count, by: 11) where whole[index] != UInt8(ascii: "\n") {
      var damaged = whole
      damaged[index] ^= 1
      let text = JournalText(damaged)
      let line = whole[..<index].count { $0 == UInt8(ascii: "\n") }
      #expect(text.records.map(\.event) == Array(Self.events.prefix(line)), "byte \(index)")
      #expect(text.isDamaged)
    }
  }

  @Test("is invalid after a removed or duplicated line")
  func shuffled() throws {
    let lines = try written().split(separator: UInt8(ascii: "\n")).map { Array($0) + [UInt8(ascii: "\n")] }
    let without = JournalText(Array((lines[..<2] + lines[3...]).joined()))
    #expect(without.records.count == 2 && without.isDamaged)
    let twice = JournalText(Array((lines[..<3] + lines[2...]).joined()))
    #expect(twice.records.count == 3 && twice.isDamaged)
  }

  @Test("is invalid from a line of another journal on, even with the right number")
  func spliced() throws {
    let lines = try written().split(separator: UInt8(ascii: "\n")).map { Array($0) + [UInt8(ascii: "\n")] }
    let other = try Journal(at: "\(folder.path)/other.jsonl")
    try other.append([.undoing] + Self.events.dropFirst(), at: 5)
    let others = try Disk.contents(of: "\(folder.path)/other.jsonl").split(separator: UInt8(ascii: "\n")).map {
      Array($0) + [UInt8(ascii: "\n")]
    }
    for place in 1..<lines.count {
      let text = JournalText(Array((lines[..<place] + others[place...]).joined()))
      #expect(text.records.map(\.event) == Array(Self.events.prefix(place)) && text.isDamaged, "line \(place + 1)")
    }
  }

  @Test("has a readable format version even if nothing else is readable")
  func format() {
    let line = #"{"event":{"begun":{"format":9,"whatever":[]}},"number":1}"#
    #expect(JournalText(Array("\(line)\n".utf8)).format == 9)
    #expect(JournalText(Array("nonsense\n".utf8)).format == nil)
    #expect(JournalText([]).format == nil)
  }
}
