import CDeflate
import CZlib
import Versioning

/// Reads objects out of packs, on one thread. What it cannot read it says nothing about.
final class PackReader {
  private let store: PackStore
  private let decompressor: OpaquePointer
  /// Which pack had the last object: the next one is likely to be in it, too.
  private var favourite = 0
  private var bases = DeltaBases()
  /// The last object that was found: first its length is asked for, then its bytes.
  private var last: (id: RawObjectID, location: Location)?
  /// What was read last; its bytes are lent out.
  private var current: ObjectBuffer?

  /// No chain of deltas that git makes is as long.
  private static let maximumDepth = 10_000

  init?(_ store: PackStore) {
    guard !store.packs.isEmpty, let decompressor = libdeflate_alloc_decompressor() else { return nil }
    self.store = store
    self.decompressor = decompressor
  }

  deinit { libdeflate_free_decompressor(decompressor) }

  /// Where an object is.
  private struct Location {
    let pack: Int
    let offset: Int
  }

  /// What the object `id` is and holds, until the next one is read; nil when it is in no pack, or cannot be read here.
  func read(_ id: RawObjectID) -> (kind: ObjectReader.Kind, contents: UnsafeRawBufferPointer)? {
    current = nil
    guard let location = find(id), let object = object(at: location) else { return nil }
    current = object
    return (object.kind, object.bytes)
  }

  /// How many bytes the object has that is stored as a whole; nil for one that is made from another, or is not here.
  func lengthOfWhole(_ id: RawObjectID) -> Int? {
    guard let location = find(id), let entry = store.packs[location.pack].entry(at: location.offset),
      case .whole = entry.kind
    else { return nil }
    return entry.length
  }

  /// Whether a pack has the object.
  func has(_ id: RawObjectID) -> Bool { find(id) != nil }

  /// Gives the bytes of an object that is stored as a whole to `receive`, part by part.
  ///
  /// - Returns: false, with nothing given, when it is not stored so.
  /// - Throws: `GitError.damagedObject`, what `receive` throws.
  func stream(_ id: RawObjectID, _ receive: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
    guard let location = find(id), let entry = store.packs[location.pack].entry(at: location.offset),
      case .whole = entry.kind
    else { return false }
    var stream = z_stream()
    guard martlet_inflate_begin(&stream) == Z_OK else { return false }
    defer { inflateEnd(&stream) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var input = store.packs[location.pack].compressed(entry)[...]
    var left = entry.length
    while left > 0 {
      if stream.avail_in == 0 {
        let part = UnsafeRawBufferPointer(rebasing: input.prefix(1 << 24))
        input = input.dropFirst(part.count)
        stream.next_in = UnsafeMutablePointer(mutating: part.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(part.count)
      }
      stream.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
      stream.avail_out = UInt32(buffer.count)
      let code = inflate(&stream, Z_NO_FLUSH)
      let count = buffer.count - Int(stream.avail_out)
      guard code == Z_OK || code == Z_STREAM_END, count <= left, count > 0 || stream.avail_in == 0 && !input.isEmpty,
        code == Z_OK || count == left
      else { throw GitError.damagedObject(id.objectID, reason: "it cannot be decompressed") }
      left -= count
      try receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    return true
  }

  private func find(_ id: RawObjectID) -> Location? {
    if let last, last.id == id { return last.location }
    guard let location = search(id) else { return nil }
    last = (id, location)
    return location
  }

  private func search(_ id: RawObjectID) -> Location? {
    if let offset = store.packs[favourite].offset(of: id) { return Location(pack: favourite, offset: offset) }
    for index in store.packs.indices where index != favourite {
      guard let offset = store.packs[index].offset(of: id) else { continue }
      favourite = index
      return Location(pack: index, offset: offset)
    }
    return nil
  }

  private func object(at location: Location) -> ObjectBuffer? {
    let pack = store.packs[location.pack]
    var deltas: [(entry: Pack.Entry, offset: Int)] = []
    var offset = location.offset
    var object: ObjectBuffer?
    while object == nil {
      if let known = bases.object(pack: location.pack, offset: offset) {
        object = known
        break
      }
      guard let entry = pack.entry(at: offset), deltas.count < Self.maximumDepth else { return nil }
      switch entry.kind {
      case .whole(let kind):
        guard let whole = decompressed(entry, of: pack, kind) else { return nil }
        object = whole
        if !deltas.isEmpty { bases.insert(whole, pack: location.pack, offset: offset) }
      case .delta(let base):
        deltas.append((entry, offset))
        offset = base
      case .deltaOf(let id):
        // A base in another pack is for libgit2: only thin packs have such, and they are completed when they arrive.
        guard let base = pack.offset(of: id) else { return nil }
        deltas.append((entry, offset))
        offset = base
      }
    }
    for (index, (entry, offset)) in deltas.enumerated().reversed() {
      guard let base = object, let delta = decompressed(entry, of: pack, .blob),
        let made = Delta.applied(delta.bytes, to: base)
      else { return nil }
      object = made
      if index > 0 { bases.insert(made, pack: location.pack, offset: offset) }
    }
    return object
  }

  private func decompressed(_ entry: Pack.Entry, of pack: Pack, _ kind: ObjectReader.Kind) -> ObjectBuffer? {
    // No deflate is shorter than a thousandth of what it holds: a length that lies must not take the memory.
    let input = pack.compressed(entry)
    guard entry.length / 1100 <= input.count else { return nil }
    let object = ObjectBuffer(kind, length: entry.length)
    let code = libdeflate_zlib_decompress(
      decompressor, input.baseAddress, input.count, object.storage, entry.length, nil)
    return code == LIBDEFLATE_SUCCESS ? object : nil
  }
}
