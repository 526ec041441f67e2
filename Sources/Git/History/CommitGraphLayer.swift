import Versioning

/// One file of a commit-graph (gitformat-commit-graph(5)): parents and times of commits, in the order of their ids.
///
/// Nothing in it is trusted: what is not as it should be is nil, and the commit itself is read.
struct CommitGraphLayer: Sendable {
  /// What the file says of one commit. Parents are named by their positions in all layers.
  struct Entry {
    /// Seconds since 1970.
    let time: Int64
    /// More than that of any parent; nil where git has not worked it out.
    let generation: Int?
    fileprivate let parents: (first: Int, others: Int)
  }

  /// How many commits it has.
  let count: Int
  /// How many layers it builds upon.
  let baseCount: Int
  private let file: MappedFile
  private let fanOut: Int
  private let ids: Int
  private let entries: Int
  /// The parents of merges of more than two; empty when there are none.
  private let edges: Range<Int>

  private static let headLength = 8
  private static let chunkLength = 12
  private static let digestLength = 20
  private static let entryLength = 36
  private static let none = 0x7000_0000
  private static let more = 0x8000_0000

  /// Nil when the file is none, or of another version, or its parts do not lie in it.
  init?(_ file: MappedFile) {
    // A mark, a version, and 1 for SHA-1.
    guard file.word(at: 0) == 0x4347_5048, let numbers = file.word(at: 4), numbers >> 16 == 0x0101,
      let chunks = Self.chunks(of: file, count: numbers >> 8 & 0xff), let fanOut = chunks["OIDF"],
      let ids = chunks["OIDL"], let entries = chunks["CDAT"], fanOut.count >= 1024,
      let count = file.word(at: fanOut.lowerBound + 255 * 4), count < Self.none,
      ids.count >= count * 20, entries.count >= count * Self.entryLength
    else { return nil }
    self.file = file
    self.count = count
    baseCount = numbers & 0xff
    self.fanOut = fanOut.lowerBound
    self.ids = ids.lowerBound
    self.entries = entries.lowerBound
    edges = chunks["EDGE"] ?? 0..<0
  }

  /// Where each part of the file is, by its name; nil when the table does not fit.
  private static func chunks(of file: MappedFile, count: Int) -> [String: Range<Int>]? {
    let end = file.bytes.count - digestLength
    guard end >= headLength + (count + 1) * chunkLength else { return nil }
    func start(_ number: Int) -> Int? {
      let place = headLength + number * chunkLength + 4
      guard let high = file.word(at: place), let low = file.word(at: place + 4), high < 1 << 24 else { return nil }
      return high << 32 | low
    }
    var chunks: [String: Range<Int>] = [:]
    for number in 0..<count {
      guard let lower = start(number), let upper = start(number + 1), lower <= upper, upper <= end else { return nil }
      let place = headLength + number * chunkLength
      chunks[String(decoding: file.bytes[place..<(place + 4)], as: UTF8.self)] = lower..<upper
    }
    return chunks
  }

  /// Where in this layer the commit `id` is; nil when it is not.
  func position(of id: RawObjectID) -> Int? {
    let bucket = Int(id.firstByte)
    guard let low = bucket == 0 ? 0 : file.word(at: fanOut + (bucket - 1) * 4),
      let high = file.word(at: fanOut + bucket * 4), low <= high, high <= count, let start = file.bytes.baseAddress
    else { return nil }
    return id.position(in: start + ids, among: low..<high)
  }

  /// The id of the commit at `position`, which is less than `count`.
  func id(at position: Int) -> RawObjectID? {
    guard position >= 0, position < count, let start = file.bytes.baseAddress else { return nil }
    return RawObjectID(start + ids + position * 20)
  }

  /// What stands at `position`.
  func entry(at position: Int) -> Entry? {
    guard position >= 0, position < count else { return nil }
    let place = entries + position * Self.entryLength + 20
    guard let first = file.word(at: place), let others = file.word(at: place + 4),
      let high = file.word(at: place + 8), let low = file.word(at: place + 12)
    else { return nil }
    let generation = high >> 2
    return Entry(
      time: Int64(high & 3) << 32 | Int64(low),
      // Beyond what the file can hold, all have the same number.
      generation: generation == 0 || generation >= 0x3fff_ffff ? nil : generation, parents: (first, others))
  }

  /// Adds the positions of an entry's parents to `positions`.
  ///
  /// - Returns: false when the list of them does not end where the file does.
  func parents(of entry: Entry, into positions: inout [Int]) -> Bool {
    guard entry.parents.first != Self.none else { return true }
    positions.append(entry.parents.first)
    guard entry.parents.others != Self.none else { return true }
    guard entry.parents.others & Self.more != 0 else {
      positions.append(entry.parents.others)
      return true
    }
    var place = edges.lowerBound + (entry.parents.others & ~Self.more) * 4
    while place + 4 <= edges.upperBound, let edge = file.word(at: place) {
      positions.append(edge & ~Self.more)
      if edge & Self.more != 0 { return true }
      place += 4
    }
    return false
  }
}
