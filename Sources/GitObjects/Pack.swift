import MartletVersioning

/// A pack with its index (gitformat-pack(5)), version 2 of both, which git has written since 2007.
///
/// Its contents are not trusted: anything invalid is nil.
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

  private let pack: ByteView
  private let index: ByteView
  private let count: Int

  /// An index has a signature, a version and 256 numbers; then the IDs, checksums and offsets of the objects.
  private static let idsStart = 8 + 256 * 4
  /// Both files end with digests.
  private static let digestLength = 20

  /// - Parameter path: The path of the pack, without `.pack`.
  init?(_ path: String) {
    guard let pack = MappedFile.view(of: "\(path).pack"), let index = MappedFile.view(of: "\(path).idx"),
      pack.word(at: 0) == 0x5041_434b, pack.word(at: 4) == 2, index.word(at: 0) == 0xff74_4f63, index.word(at: 4) == 2,
      let count = index.word(at: 8 + 255 * 4), pack.word(at: 8) == count,
      index.count >= Self.idsStart + count * 28 + 2 * Self.digestLength
    else { return nil }
    self.pack = pack
    self.index = index
    self.count = count
  }

  /// Returns the offset of the entry for the object `id`; nil when it is not in the pack.
  func offset(of id: RawObjectID) -> Int? {
    let bucket = Int(id.firstByte)
    guard var low = bucket == 0 ? 0 : index.word(at: 8 + (bucket - 1) * 4),
      var high = index.word(at: 8 + bucket * 4), high <= count
    else { return nil }
    while low < high {
      let middle = (low + high) / 2
      guard let found = index.objectID(at: Self.idsStart + middle * RawObjectID.byteCount) else { return nil }
      if found == id { return offset(at: middle) }
      if found < id { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func offset(at position: Int) -> Int? {
    guard let word = index.word(at: Self.idsStart + count * 24 + position * 4) else { return nil }
    guard word & 0x8000_0000 != 0 else { return word }
    // Beyond 2 GiB, it is the index of a 64-bit offset.
    let place = Self.idsStart + count * 28 + (word & 0x7fff_ffff) * 8
    guard let high = index.word(at: place), let low = index.word(at: place + 4), high < 1 << 24 else { return nil }
    return high << 32 | low
  }

  /// Parses the entry at `offset`.
  func entry(at offset: Int) -> Entry? {
    var position = offset
    guard offset >= 12, let first = byte(&position) else { return nil }
    var length = Int(first & 15)
    var shift = 4
    var last = first
    while last & 0x80 != 0 {
      guard let next = byte(&position), shift < 57 else { return nil }
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
      guard let distance = distance(&position), distance > 0, distance <= offset - 12 else { return nil }
      kind = .delta(base: offset - distance)
    case 7:
      guard let base = pack.objectID(at: position) else { return nil }
      kind = .deltaOf(base)
      position += RawObjectID.byteCount
    default: return nil
    }
    return Entry(kind: kind, length: length, start: position)
  }

  /// Returns the compressed bytes of an entry, and all bytes after them; nil when there are none.
  func compressed(_ entry: Entry) -> ByteView? { pack.part(min(entry.start, end)..<end) }

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
