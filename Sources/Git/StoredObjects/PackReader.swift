import MartletCore

/// Reads objects from packs, on one thread. Missing objects are nil; damaged ones are a `RefusedObject`.
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

  /// Returns the object `id`; nil when it is in no pack.
  func read(_ id: RawObjectID) throws(RefusedObject) -> ObjectBuffer? {
    guard let location = try find(id) else { return nil }
    return try naming(id, location) { () throws(Refusal) in
      let object = try object(at: location)
      try object.kind.check(object.view, of: id)
      return object
    }
  }

  /// Returns the kind and the length in bytes of an object; nil when it is in no pack.
  func header(of id: RawObjectID) throws(RefusedObject) -> (kind: ObjectKind, length: Int)? {
    guard let location = try find(id) else { return nil }
    return try naming(id, location) { () throws(Refusal) in try header(at: location) }
  }

  /// Returns the length in bytes of an object, or 0 for a delta; nil when it is in no pack.
  func lengthOfWhole(_ id: RawObjectID) throws(RefusedObject) -> Int? {
    guard let location = try find(id) else { return nil }
    let entry = try naming(id, location) { () throws(Refusal) in
      try store.packs[location.pack].entry(at: location.offset)
    }
    if case .whole = entry.kind { return entry.length }
    return 0
  }

  /// Returns whether a pack has the object.
  func has(_ id: RawObjectID) throws(RefusedObject) -> Bool { try find(id) != nil }

  /// Passes the bytes of an object that is not a delta to `receive`, in parts.
  ///
  /// - Returns: False, without calling `receive`, for other objects.
  /// - Throws: `RefusedObject`; the error of `receive`.
  func stream(_ id: RawObjectID, _ receive: (ByteView) throws -> Void) throws -> Bool {
    guard let location = try find(id) else { return false }
    let pack = store.packs[location.pack]
    do {
      let entry = try pack.entry(at: location.offset)
      guard case .whole = entry.kind else { return false }
      try Inflater.stream(try pack.compressed(entry), length: entry.length, receive)
      return true
    } catch let refusal as Refusal {
      throw RefusedObject(id: id, file: pack.file, reason: refusal.reason)
    }
  }

  private func find(_ id: RawObjectID) throws(RefusedObject) -> Location? {
    if let last, last.id == id { return last.location }
    guard let location = try search(id) else { return nil }
    last = (id, location)
    return location
  }

  private func search(_ id: RawObjectID) throws(RefusedObject) -> Location? {
    guard !store.packs.isEmpty else { return nil }
    if let location = try place(of: id, in: lastHitPack) { return location }
    for index in store.packs.indices where index != lastHitPack {
      guard let location = try place(of: id, in: index) else { continue }
      lastHitPack = index
      return location
    }
    return nil
  }

  private func place(of id: RawObjectID, in index: Int) throws(RefusedObject) -> Location? {
    do throws(Refusal) {
      return try store.packs[index].offset(of: id).map { Location(pack: index, offset: $0) }
    } catch {
      throw RefusedObject(id: id, file: store.packs[index].indexFile, reason: error.reason)
    }
  }

  /// Runs `body`, and names the object and its pack in a refusal.
  private func naming<Value>(
    _ id: RawObjectID, _ location: Location, _ body: () throws(Refusal) -> Value
  ) throws(RefusedObject) -> Value {
    do throws(Refusal) {
      return try body()
    } catch {
      throw RefusedObject(id: id, file: store.packs[location.pack].file, reason: error.reason)
    }
  }

  /// The deltas on the way from an object to its base, the object's own first.
  private struct Chain {
    private(set) var deltas: [(entry: Pack.Entry, offset: Int)] = []

    /// Adds the delta at `offset`, and returns the offset of its base.
    mutating func add(_ entry: Pack.Entry, at offset: Int, of pack: Pack) throws(Refusal) -> Int {
      guard deltas.count < maximumDepth else {
        let isCycle = Set(deltas.map(\.offset)).count < deltas.count
        throw Refusal(isCycle ? "its deltas form a cycle" : "its chain of deltas is longer than \(maximumDepth)")
      }
      deltas.append((entry, offset))
      return try pack.base(of: entry)
    }
  }

  private func header(at location: Location) throws(Refusal) -> (kind: ObjectKind, length: Int) {
    let pack = store.packs[location.pack]
    var chain = Chain()
    var offset = location.offset
    while true {
      let entry = try pack.entry(at: offset)
      guard case .whole(let kind) = entry.kind else {
        offset = try chain.add(entry, at: offset, of: pack)
        continue
      }
      guard let delta = chain.deltas.first?.entry else { return (kind, entry.length) }
      let head = Inflater.beginning(of: try pack.compressed(delta), count: min(delta.length, Delta.maximumHead))
      guard let length = Delta.resultLength(in: head) else { throw .invalidStream }
      return (kind, length)
    }
  }

  private func object(at location: Location) throws(Refusal) -> ObjectBuffer {
    let pack = store.packs[location.pack]
    var chain = Chain()
    var offset = location.offset
    var found: ObjectBuffer?
    while found == nil {
      if let known = bases.object(pack: location.pack, offset: offset) {
        found = known
        break
      }
      let entry = try pack.entry(at: offset)
      if case .whole(let kind) = entry.kind {
        let whole = try decompressed(entry, of: pack, kind)
        if !chain.deltas.isEmpty { bases.insert(whole, pack: location.pack, offset: offset) }
        found = whole
      } else {
        offset = try chain.add(entry, at: offset, of: pack)
      }
    }
    guard var object = found else { throw .invalidStream }
    for (index, (entry, offset)) in chain.deltas.enumerated().reversed() {
      object = try Delta.applied(try decompressed(entry, of: pack, .blob).view, to: object)
      if index > 0 { bases.insert(object, pack: location.pack, offset: offset) }
    }
    return object
  }

  private func decompressed(_ entry: Pack.Entry, of pack: Pack, _ kind: ObjectKind) throws(Refusal) -> ObjectBuffer {
    try inflater.object(kind, length: entry.length, in: try pack.compressed(entry)).object
  }
}
