/// The bytes of commits that a walk had to read, for whoever asks next what they say. There is room for so many; what does
/// not find any is read once more.
struct KeptCommits: Sendable {
  private struct Place {
    var block: Int32 = -1
    var start: Int32 = 0
    var length: Int32 = 0
  }

  /// One behind the other, so that not each needs memory of its own.
  private var blocks: [[UInt8]] = []
  /// By the numbers of the commits.
  private var places: [Place] = []

  private static let blockLength = 1 << 20
  private static let maximumBlockCount = 32

  /// Keeps what a commit says, if there is room.
  mutating func insert(_ bytes: UnsafeRawBufferPointer, of number: Int) {
    guard bytes.count <= Self.blockLength, hasRoom(for: bytes.count) else { return }
    while number >= places.count { places.append(Place()) }
    let block = blocks.count - 1
    places[number] = Place(
      block: Int32(block), start: Int32(blocks[block].count), length: Int32(bytes.count))
    blocks[block].append(contentsOf: bytes)
  }

  /// What `look` finds in the bytes of a commit; nil when they have not been kept.
  func value<Value>(of number: Int, _ look: (UnsafeRawBufferPointer) -> Value) -> Value? {
    guard number < places.count, places[number].block >= 0 else { return nil }
    let (block, start) = (Int(places[number].block), Int(places[number].start))
    let end = start + Int(places[number].length)
    return blocks[block].withUnsafeBytes { look(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
  }

  private mutating func hasRoom(for length: Int) -> Bool {
    if let count = blocks.last?.count, count + length <= Self.blockLength { return true }
    guard blocks.count < Self.maximumBlockCount else { return false }
    blocks.append([])
    blocks[blocks.count - 1].reserveCapacity(Self.blockLength)
    return true
  }
}
