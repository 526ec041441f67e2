import Versioning

/// The objects of a repository, in packs and in files of their own, read on one thread. Of one that it cannot read it says
/// nothing.
package final class StoredObjects {
  private let packs: PackReader
  private let inflater: Inflater
  private let folder: String

  /// Nil when there is no memory to decompress with.
  ///
  /// - Parameter folder: `objects` of the git directory.
  package init?(_ packs: PackStore, in folder: String) {
    guard let inflater = Inflater() else { return nil }
    self.packs = PackReader(packs, inflater)
    self.inflater = inflater
    self.folder = folder
  }

  /// What the object `id` is and holds.
  package func read(_ id: RawObjectID) -> (kind: ObjectKind, contents: ByteView)? {
    if let object = packs.read(id) { return (object.kind, object.view) }
    guard let loose = LooseObject(id, in: folder), let contents = loose.contents(by: inflater) else { return nil }
    return (loose.kind, contents)
  }

  /// How many bytes the object `id` has, 0 for one that a pack makes from another, which is none of the large ones; nil for
  /// one that is not here.
  package func length(of id: RawObjectID) -> Int? {
    packs.lengthOfWhole(id) ?? (packs.has(id) ? 0 : LooseObject(id, in: folder)?.length)
  }

  /// Gives the bytes of an object that a pack holds as a whole to `receive`, part by part.
  ///
  /// - Returns: false, with nothing given, when none does.
  /// - Throws: `DamagedStream`, what `receive` throws.
  package func stream(_ id: RawObjectID, _ receive: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
    try packs.stream(id, receive)
  }
}
