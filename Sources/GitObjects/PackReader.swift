import Versioning

/// Reads objects out of packs, on one thread. What it cannot read it says nothing about.
final class PackReader {
  private let store: PackStore
  private let inflater: Inflater
  /// Which pack had the last object: the next one is likely to be in it, too.
  private var lastHitPack = 0
  private var bases = DeltaBases()
  /// The last object that was found: first its length is asked for, then its bytes.
  private var last: (id: RawObjectID, location: Location)?

  /// No chain of deltas that git makes is as long.
  private static let maximumDepth = 10_000

  init(_ store: PackStore, _ inflater: Inflater) {
    self.store = store
    self.inflater = inflater
  }

  /// Where an object is.
  private struct Location {
    let pack: Int
    let offset: Int
  }

  /// The object `id`; nil when it is in no pack, or cannot be read here.
  func read(_ id: RawObjectID) -> ObjectBuffer? { find(id).flatMap(object) }

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
  /// - Throws: `DamagedStream`, what `receive` throws.
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
        // A base in another pack is not looked for: only thin packs have such, and they are completed when they arrive.
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
