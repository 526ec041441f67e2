import MartletVersioning

/// The objects of a repository, packed and loose, for one thread. Unreadable objects are nil.
package final class StoredObjects {
  private let packs: PackReader
  private let inflater: Inflater
  private let folder: String

  /// Nil when there is not enough memory.
  ///
  /// - Parameter folder: The folder `objects` of the git directory.
  package init?(_ packs: PackStore, in folder: String) {
    guard let inflater = Inflater() else { return nil }
    self.packs = PackReader(packs, inflater)
    self.inflater = inflater
    self.folder = folder
  }

  /// Returns the kind and the contents of the object `id`.
  package func read(_ id: RawObjectID) -> (kind: ObjectKind, contents: ByteView)? {
    if let object = packs.read(id) { return (object.kind, object.view) }
    guard let loose = LooseObject(id, in: folder), let contents = loose.contents(by: inflater) else { return nil }
    return (loose.kind, contents)
  }

  /// Returns the length of the object `id` in bytes, or 0 for a delta, which is never large; nil when it is missing.
  package func length(of id: RawObjectID) -> Int? {
    packs.lengthOfWhole(id) ?? (packs.has(id) ? 0 : LooseObject(id, in: folder)?.length)
  }

  /// Passes the bytes of a packed object that is not a delta to `receive`, in parts.
  ///
  /// - Returns: False, without calling `receive`, for other objects.
  /// - Throws: `DamagedStream`; the error of `receive`.
  package func stream(_ id: RawObjectID, _ receive: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
    try packs.stream(id, receive)
  }
}
