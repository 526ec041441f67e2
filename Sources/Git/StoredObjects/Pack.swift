import MartletCore

/// A pack with its index (gitformat-pack(5)): version 2 or 3 of a pack, version 1 or 2 of an index.
///
/// Its contents are not trusted: anything invalid is a `Refusal`.
final class Pack: Sendable {
  /// The kind of an entry.
  enum Kind: Equatable {
    case whole(ObjectKind)
    /// A delta against the entry at that offset.
    case delta(base: Int)
    /// A delta against an object anywhere in the pack.
    case deltaOf(RawObjectID)
  }

  /// The header of an entry.
  struct Entry {
    let kind: Kind
    /// The decompressed length in bytes.
    let length: Int
    /// The offset of the compressed bytes.
    let start: Int
  }

  /// The path without `.pack`.
  private let path: String
  private let pack: ByteView
  private let index: ByteView
  private let count: Int
  /// The version of the index. Version 2 begins with a signature; then come 256 numbers; then the IDs, checksums and
  /// offsets of the objects. In version 1, each object has an offset and an ID.
  private let isFirstVersion: Bool

  /// Both files end with digests.
  private static let digestLength = 20

  var file: String { "\(path).pack" }
  var indexFile: String { "\(path).idx" }

  /// Opens the pack at `path`, without `.pack`; nil when one of its files is missing.
  init?(_ path: String) throws(RefusedFile) {
    let index = try Self.view(of: "\(path).idx")
    let pack = try Self.view(of: "\(path).pack")
    guard let pack, let index else { return nil }
    guard pack.word(at: 0) == 0x5041_434b, let version = pack.word(at: 4), version == 2 || version == 3,
      let packed = pack.word(at: 8)
    else { throw RefusedFile(file: "\(path).pack", reason: "it is not a pack that git 2 writes") }
    isFirstVersion = index.word(at: 0) != 0xff74_4f63
    guard isFirstVersion || index.word(at: 4) == 2, let count = index.word(at: (isFirstVersion ? 0 : 8) + 255 * 4),
      index.count >= (isFirstVersion ? 0 : 8) + 256 * 4 + count * (isFirstVersion ? 24 : 28) + 2 * Self.digestLength
    else { throw RefusedFile(file: "\(path).idx", reason: "it is not an index, or it is too short") }
    guard packed == count else {
      throw RefusedFile(file: "\(path).idx", reason: "it has \(count) objects, but its pack has \(packed)")
    }
    self.path = path
    self.pack = pack
    self.index = index
    self.count = count
  }

  private static func view(of file: String) throws(RefusedFile) -> ByteView? {
    do throws(Refusal) {
      return try MappedFile.view(of: file)
    } catch {
      throw RefusedFile(file: file, reason: error.reason)
    }
  }

  /// Returns the offset of the entry for the object `id`; nil when it is not in the pack.
  func offset(of id: RawObjectID) throws(Refusal) -> Int? {
    let bucket = Int(id.firstByte)
    let numbers = isFirstVersion ? 0 : 8
    guard let start = bucket == 0 ? 0 : index.word(at: numbers + (bucket - 1) * 4),
      let end = index.word(at: numbers + bucket * 4), start <= end, end <= count
    else { throw Refusal("its table of contents is invalid") }
    var (low, high) = (start, end)
    while low < high {
      let middle = (low + high) / 2
      if try self.id(at: middle) < id { low = middle + 1 } else { high = middle }
    }
    guard low < end, try self.id(at: low) == id else { return nil }
    return try offset(at: low)
  }

  private func id(at position: Int) throws(Refusal) -> RawObjectID {
    let start = isFirstVersion ? 256 * 4 + position * 24 + 4 : 8 + 256 * 4 + position * RawObjectID.byteCount
    guard let id = index.objectID(at: start) else { throw Refusal("it is too short") }
    return id
  }

  private func offset(at position: Int) throws(Refusal) -> Int {
    let offsets = isFirstVersion ? 256 * 4 : 8 + 256 * 4 + count * 24
    guard let word = index.word(at: offsets + position * (isFirstVersion ? 24 : 4)) else {
      throw Refusal("it is too short")
    }
    guard word & 0x8000_0000 != 0, !isFirstVersion else { return word }
    // Beyond 2 GiB, it is the index of a 64-bit offset.
    let place = offsets + count * 4 + (word & 0x7fff_ffff) * 8
    guard let high = index.word(at: place), let low = index.word(at: place + 4), high < 1 << 24 else {
      throw Refusal("an offset in it is invalid")
    }
    return high << 32 | low
  }

  /// Parses the entry at `offset`.
  func entry(at offset: Int) throws(Refusal) -> Entry {
    var position = offset
    let invalid = Refusal("the header of its entry is invalid")
    guard offset >= 12, let first = byte(&position) else { throw invalid }
    var length = Int(first & 15)
    var shift = 4
    var last = first
    while last & 0x80 != 0 {
      guard let next = byte(&position), shift < 57 else { throw invalid }
      length |= Int(next & 0x7f) << shift
      shift += 7
      last = next
    }
    let kind: Kind
    switch first >> 4 & 7 {
    case 1: kind = .whole(.commit)
    case 2: kind = .whole(.tree)
    case 3: kind = .whole(.blob)
    case 4: kind = .whole(.tag)
    case 6:
      guard let distance = distance(&position), distance > 0, distance <= offset - 12 else { throw invalid }
      kind = .delta(base: offset - distance)
    case 7:
      guard let base = pack.objectID(at: position) else { throw invalid }
      kind = .deltaOf(base)
      position += RawObjectID.byteCount
    default: throw invalid
    }
    return Entry(kind: kind, length: length, start: position)
  }

  /// Returns the offset of the base of a delta.
  func base(of entry: Entry) throws(Refusal) -> Int {
    switch entry.kind {
    case .whole: throw Refusal("it is not a delta")
    case .delta(let base): return base
    case .deltaOf(let id):
      // A base is never in another pack: only thin packs have such deltas, and git completes them on arrival.
      guard let base = try offset(of: id) else { throw Refusal("the base of its delta, \(id), is not in the pack") }
      return base
    }
  }

  /// Returns the compressed bytes of an entry, and all bytes after them.
  func compressed(_ entry: Entry) throws(Refusal) -> ByteView {
    guard entry.start < end, let bytes = pack.part(entry.start..<end) else { throw Refusal("it is too short") }
    return bytes
  }

  private var end: Int { max(0, pack.count - Self.digestLength) }

  private func byte(_ position: inout Int) -> UInt8? {
    guard position < end else { return nil }
    defer { position += 1 }
    return pack.byte(at: position)
  }

  /// Parses the distance from a delta back to its base: seven bits per byte, where each further byte adds one.
  private func distance(_ position: inout Int) -> Int? {
    guard var last = byte(&position) else { return nil }
    var distance = Int(last & 0x7f)
    while last & 0x80 != 0 {
      guard let next = byte(&position), distance < 1 << 55 else { return nil }
      distance = (distance + 1) << 7 | Int(next & 0x7f)
      last = next
    }
    return distance
  }
}

/// A pack, or its index, that cannot be used at all.
struct RefusedFile: Error, Equatable {
  let file: String
  let reason: String
}
