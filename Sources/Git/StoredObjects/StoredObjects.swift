import MartletCore
import SystemAPI

/// The objects of a repository and its alternates, packed and loose, for one thread.
///
/// A missing object is nil. A damaged one is a `RefusedObject`, and no other reader may read it. The IDs of commits and
/// tags are compared with their contents.
package final class StoredObjects {
  private var store: PackStore
  private var packs: PackReader
  private let inflater = Inflater()

  package init(_ store: PackStore) {
    self.store = store
    packs = PackReader(store, inflater)
  }

  /// Returns the kind and the contents of the object `id`; nil when it is missing.
  package func read(_ id: RawObjectID) throws(RefusedObject) -> (kind: ObjectKind, contents: ByteView)? {
    let found: (ObjectKind, ByteView)? = try find(id) { packs throws(RefusedObject) in
      try packs.read(id).map { ($0.kind, $0.view) }
    } loose: { object throws(Refusal) in
      let contents = try object.contents(by: inflater)
      try object.kind.check(contents, of: id)
      return (object.kind, contents)
    }
    return found ?? (id == RawObjectID.emptyTree ? (.tree, .empty) : nil)
  }

  /// Returns the kind and the length in bytes of the object `id`; nil when it is missing.
  package func header(of id: RawObjectID) throws(RefusedObject) -> (kind: ObjectKind, length: Int)? {
    let found: (ObjectKind, Int)? = try find(id) { packs throws(RefusedObject) in
      try packs.header(of: id)
    } loose: { object throws(Refusal) in
      (object.kind, object.length)
    }
    return found ?? (id == RawObjectID.emptyTree ? (.tree, 0) : nil)
  }

  /// Returns the length of the object `id` in bytes, or 0 for a delta, which is never large; nil when it is missing.
  package func length(of id: RawObjectID) throws(RefusedObject) -> Int? {
    try find(id) { packs throws(RefusedObject) in
      try packs.lengthOfWhole(id)
    } loose: { object throws(Refusal) in
      object.length
    }
  }

  /// Passes the bytes of an object that is not a delta to `receive`, in parts.
  ///
  /// - Returns: False, without calling `receive`, for other objects.
  /// - Throws: `RefusedObject`; the error of `receive`.
  package func stream(_ id: RawObjectID, _ receive: (ByteView) throws -> Void) throws -> Bool {
    if try packs.stream(id, receive) { return true }
    guard try !packs.has(id), let (path, object) = try loose(id) else { return false }
    do {
      try object.stream(receive)
    } catch let refusal as Refusal {
      throw RefusedObject(id: id, file: path, reason: refusal.reason)
    }
    return true
  }

  private func find<Value>(
    _ id: RawObjectID, packed: (PackReader) throws(RefusedObject) -> Value?,
    loose read: (LooseObject) throws(Refusal) -> Value
  ) throws(RefusedObject) -> Value? {
    repeat {
      if let value = try packed(packs) { return value }
      guard let (path, object) = try loose(id) else { continue }
      do throws(Refusal) {
        return try read(object)
      } catch {
        throw RefusedObject(id: id, file: path, reason: error.reason)
      }
    } while refresh()
    if id != RawObjectID.emptyTree, let refused = store.refused.first {
      throw RefusedObject(id: id, file: refused.file, reason: refused.reason)
    }
    return nil
  }

  private func loose(_ id: RawObjectID) throws(RefusedObject) -> (path: String, object: LooseObject)? {
    for folder in store.folders {
      let path = LooseObject.path(of: id, in: folder)
      do throws(Refusal) {
        if let object = try LooseObject(path) { return (path, object) }
      } catch {
        throw RefusedObject(id: id, file: path, reason: error.reason)
      }
    }
    return nil
  }

  /// Opens new packs: git may have moved loose objects into one since the last read.
  ///
  /// - Returns: Whether there are any.
  private func refresh() -> Bool {
    guard let store = store.refreshed() else { return false }
    self.store = store
    packs = PackReader(store, inflater)
    return true
  }
}

extension RawObjectID {
  /// The tree without entries, which git knows without storing it.
  fileprivate static let emptyTree = ObjectID("4b825dc642cb6eb9a060e54bf8d69288fbee4904").flatMap { RawObjectID($0) }
}
