import TextEditing
import Versioning

/// The objects of a repository as code of ours reads them, on one thread. Of one that it cannot read it says nothing, and
/// libgit2 is asked.
final class StoredObjects {
  private let packs: PackReader?
  private let folder: String
  /// What was read last, when it was in no pack; its bytes are lent out.
  private var current: ObjectBuffer?

  /// - Parameter folder: `objects` of the git directory.
  init(_ packs: PackStore, in folder: String) {
    self.packs = PackReader(packs)
    self.folder = folder
  }

  /// What the object `id` is and holds, until the next one is read.
  func read(_ id: RawObjectID) -> (kind: ObjectReader.Kind, contents: UnsafeRawBufferPointer)? {
    if let found = packs?.read(id) { return found }
    current = LooseObject(id, in: folder)?.contents()
    return current.map { ($0.kind, $0.bytes) }
  }

  /// How many bytes the object `id` has, 0 for one that a pack makes from another, which is none of the large ones; nil for
  /// one that is not here.
  func length(of id: RawObjectID) -> Int? {
    packs?.lengthOfWhole(id) ?? (packs?.has(id) == true ? 0 : LooseObject(id, in: folder)?.length)
  }

  /// Gives the bytes of an object that a pack holds as a whole to `receive`, part by part.
  ///
  /// - Returns: false, with nothing given, when none does.
  func stream(_ id: RawObjectID, _ receive: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
    try packs?.stream(id, receive) ?? false
  }
}
