import MartletVersioning

/// Reads objects from packs, on one thread. Unreadable objects are nil.
final class PackReader {
  private let store: PackStore
  private let inflater: Inflater
  /// The index of the pack with the last object, which is likely to contain the next one.
  private var lastHitPack = 0
  private var bases = DeltaBases()
  /// The last object that was found: callers first read its length, then its bytes.
  private var last: (id: RawObjectID, location: Location)?

  /// More than any chain of deltas that git creates.
  private static let maximumDepth = 10_000

  init(_ store: PackStore, _ inflater: Inflater) {
    self.store = store
    self.inflater = inflater
  }

  /// The place of an object.
  private struct Location {
    let pack: Int
    let offset: Int
  }

  /// Returns the object `id`; nil when it is in no pack, or unreadable.
  func read(_ id: RawObjectID) -> ObjectBuffer? { find(id).flatMap(object) }

  /// Returns the length in bytes of an object that is not a delta; nil for deltas and missing objects.
  func lengthOfWhole(_ id: RawObjectID) -> Int? {
    guard let location = find(id), let entry = store.packs[location.pack].entry(at: location.offset),
      case .whole = entry.kind
    else { return nil }
    return entry.length
  }

  /// Returns whether a pack has the object.
  func has(_ id: RawObjectID) -> Bool { find(id) != nil }

  /// Passes the bytes of an object that is not a delta to `receive`, in parts.
  ///
  /// - Returns: False, without calling `receive`, for other objects.
  /// - Throws: `DamagedStream`; the error of `receive`.
  func stream(_ id: RawObjectID, _ receive: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
    guard let location = find(id), let entry = store.packs[location.pack].entry(at: location.offset),
      case .whole = entry.kind, let input = store.packs[location.pack].compressed(entry)
    else { return false }
    try Inflater.stream(input, length: entry.length, receive)
    return true
  }

  private func find(_ id: RawObjectID) -> Location? {
    if let last, last.id == id { return last.location }
    guard let location = search(id) else { return nil }
    last = (id, location)
    return location
  }

  private func search(_ id: RawObjectID) -> Location? {
    guard !store.packs.isEmpty else { return nil }
    if let offset = store.packs[lastHitPack].offset(of: id) { return Location(pack: lastHitPack, offset: offset) }
    for index in store.packs.indices where index != lastHitPack {
      guard let offset = store.packs[index].offset(of: id) else { continue }
      lastHitPack = index
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
        // A base is never in another pack: only thin packs have such deltas, and git completes them on arrival.
        guard let base = pack.offset(of: id) else { return nil }
        deltas.append((entry, offset))
        offset = base
      }
    }
    for (index, (entry, offset)) in deltas.enumerated().reversed() {
      guard let base = object, let delta = decompressed(entry, of: pack, .blob),
        let made = Delta.applied(delta.view, to: base)
      else { return nil }
      object = made
      if index > 0 { bases.insert(made, pack: location.pack, offset: offset) }
    }
    return object
  }

  private func decompressed(_ entry: Pack.Entry, of pack: Pack, _ kind: ObjectKind) -> ObjectBuffer? {
    pack.compressed(entry).flatMap { inflater.object(kind, length: entry.length, in: $0) }
  }
}
