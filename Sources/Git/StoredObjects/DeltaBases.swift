/// A cache of delta bases: neighbours in a tree often have the same ones.
struct DeltaBases {
  private struct Key: Hashable {
    let pack: Int
    let offset: Int
  }

  private var objects: [Key: ObjectBuffer] = [:]
  /// The keys in the order of insertion, from `oldest` on.
  private var keys: [Key] = []
  private var oldest = 0
  private var byteCount = 0

  private static let maximumByteCount = 16 << 20
  private static let maximumLength = 2 << 20

  func object(pack: Int, offset: Int) -> ObjectBuffer? {
    objects.isEmpty ? nil : objects[Key(pack: pack, offset: offset)]
  }

  mutating func insert(_ object: ObjectBuffer, pack: Int, offset: Int) {
    guard object.length <= Self.maximumLength else { return }
    let key = Key(pack: pack, offset: offset)
    guard objects.updateValue(object, forKey: key) == nil else { return }
    keys.append(key)
    byteCount += object.length
    while byteCount > Self.maximumByteCount {
      byteCount -= objects.removeValue(forKey: keys[oldest])?.length ?? 0
      oldest += 1
    }
    if oldest > 4096 {
      keys.removeFirst(oldest)
      oldest = 0
    }
  }
}
