import TextEditing
import Versioning

/// The bytes of an index (gitformat-index(5)) taken apart: the files that git tracks, and how they were when it looked last.
///
/// Only what is in every ordinary index is understood; of any other there is none, and libgit2 is asked.
struct IndexImage: Sendable {
  /// A tracked file, or a submodule.
  struct Entry {
    /// Where its path is in `paths`.
    let path: Range<Int>
    let mode: UInt32
    /// Where what was known of the file begins in the bytes.
    fileprivate let place: Int
  }

  /// In the order of their paths' bytes.
  private(set) var entries: [Entry] = []
  /// The paths, each with a NUL behind it.
  private(set) var paths: [UInt8] = []
  /// The tree that the entries make, if git has kept that in mind.
  private(set) var tree: RawObjectID?
  private let bytes: [UInt8]

  private static let headLength = 12
  private static let statLength = 40
  private static let idLength = 20
  /// Not to be looked at, in conflict: what takes more than a look at the file.
  private static let unusualFlags = 0x8000 | 0x3000
  private static let extended = 0x4000

  /// Nil when there is something in it that takes more than a look at the files: conflicts, entries that are hidden,
  /// left out or only intended, parts that are elsewhere.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    let end = bytes.count - Self.idLength
    // `DIRC`
    guard end >= Self.headLength, word(at: 0) == 0x4449_5243 else { return nil }
    let (version, count) = (word(at: 4), word(at: 8))
    guard (2...4).contains(version), count <= end / (Self.statLength + Self.idLength + 2) else { return nil }
    entries.reserveCapacity(count)
    var position = Self.headLength
    for _ in 0..<count {
      guard let next = readEntry(at: position, before: end, version) else { return nil }
      position = next
    }
    guard readExtensions(from: position, to: end) else { return nil }
  }

  private func word(at position: Int) -> Int {
    bytes.withUnsafeBytes { Int(UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt32.self))) }
  }

  /// - Returns: where the next one begins; nil when this is none that is understood.
  private mutating func readEntry(at place: Int, before end: Int, _ version: Int) -> Int? {
    var position = place + Self.statLength + Self.idLength
    guard position + 2 <= end else { return nil }
    let flags = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    position += 2
    guard flags & (Self.unusualFlags | Self.extended) == 0 else { return nil }
    let start = paths.count
    if version == 4 {
      // How much of the path before gives way to what follows.
      let last = entries.last?.path ?? 0..<0
      guard let (dropped, after) = number(at: position, before: end), dropped <= last.count else { return nil }
      position = after
      paths += paths[last.lowerBound..<(last.upperBound - dropped)]
    }
    guard let close = bytes[position..<end].firstIndex(of: 0) else { return nil }
    paths += bytes[position..<close]
    let path = start..<paths.count
    guard !path.isEmpty, entries.last.map({ isAscending($0.path, path) }) ?? true else { return nil }
    paths.append(0)
    entries.append(Entry(path: path, mode: UInt32(word(at: place + 24)), place: place))
    // One to eight NULs, up to a multiple of eight.
    return version == 4 ? close + 1 : place + (close - place + 8) / 8 * 8
  }

  private func isAscending(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    paths.withUnsafeBytes { paths in
      let order = UnsafeRawBufferPointer(rebasing: paths[left]).order(UnsafeRawBufferPointer(rebasing: paths[right]))
      return order < 0
    }
  }

  /// A number of seven bits a byte, where each further byte counts one more, as in packs.
  private func number(at start: Int, before end: Int) -> (Int, after: Int)? {
    var (number, position) = (0, start)
    while position < end, number < 1 << 40 {
      let byte = bytes[position]
      position += 1
      number = number << 7 | Int(byte & 0x7f)
      if byte & 0x80 == 0 { return (number, position) }
      number += 1
    }
    return nil
  }

  /// - Returns: false when there is one that must be understood, as its small letter says, or one that does not fit.
  private mutating func readExtensions(from start: Int, to end: Int) -> Bool {
    var position = start
    while position < end {
      guard position + 8 <= end, bytes[position] < UInt8(ascii: "a") else { return false }
      let length = word(at: position + 4)
      guard length <= end - position - 8 else { return false }
      let content = (position + 8)..<(position + 8 + length)
      if bytes.has("TREE", at: position) { readTree(bytes[content]) }
      position = content.upperBound
    }
    return position == end
  }

  /// The first of the trees that are kept in mind is that of the whole; its name is empty, its count -1 when it is not known.
  private mutating func readTree(_ content: ArraySlice<UInt8>) {
    guard content.first == 0, let lineEnd = content.firstIndex(of: .lineFeed), content.endIndex - lineEnd > 20,
      content.byte(at: content.startIndex + 1)?.isDigit == true
    else { return }
    tree = bytes.withUnsafeBytes { bytes in bytes.baseAddress.map { RawObjectID($0 + lineEnd + 1) } }
  }
}

extension IndexImage.Entry {
  /// Whether it is another repository.
  var isSubmodule: Bool { mode & 0o170000 == 0o160000 }
}

extension IndexImage {
  /// What the index knows of a file: when its status changed and when it was written, in seconds and nanoseconds, then
  /// device, number, mode, owner, group and length.
  func record(of entry: Entry) -> FileRecord {
    bytes.withUnsafeBytes { bytes in
      func number(_ index: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: entry.place + 4 * index, as: UInt32.self))
      }
      return FileRecord(
        statusChange: (number(0), number(1)), modification: (number(2), number(3)), file: number(5),
        mode: entry.mode, owner: (number(7), number(8)), length: number(9))
    }
  }
}
