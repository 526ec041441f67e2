import MartletCore

/// Reads objects of a repository, on one thread. Replaced objects (git-replace(1)) are read as their replacements.
package final class ObjectReader {
  private let origin: ExportOrigin
  private let stored: StoredObjects

  package init(_ origin: ExportOrigin) {
    self.origin = origin
    stored = StoredObjects(origin.packs)
  }

  package convenience init(_ repository: Repository) throws(GitError) {
    self.init(try ExportOrigin(repository))
  }

  /// Reads the object `id`.
  ///
  /// - Throws: `GitError.missingObject`, or `.unusableObject` for one that the strict reader refuses.
  package func read(_ id: RawObjectID) throws(GitError) -> (kind: ObjectKind, contents: ByteView) {
    try found(id) { () throws(RefusedObject) in try stored.read(real(id)) }
  }

  /// Returns the size of the object `id` in bytes if it is above `limit`; nil for smaller objects, and for deltas,
  /// which are never large.
  func length(of id: RawObjectID, over limit: Int) throws(GitError) -> Int? {
    let length = try found(id) { () throws(RefusedObject) in try stored.length(of: real(id)) }
    return length > limit ? length : nil
  }

  /// Passes the bytes of the object `id` to `receive`, in parts where its storage allows that.
  func stream(_ id: RawObjectID, _ receive: (ByteView) throws -> Void) throws {
    do {
      if try stored.stream(real(id), receive) { return }
    } catch let refused as RefusedObject {
      throw GitError(refused)
    }
    try receive(read(id).contents)
  }

  /// Returns the bytes of the object `id`, which must be a `kind`.
  func bytes(of id: RawObjectID, _ kind: ObjectKind) throws(GitError) -> [UInt8] {
    let (found, contents) = try read(id)
    guard found == kind else { throw .unusableObject(id.objectID, reason: "it is a \(found), expected a \(kind)") }
    return contents.array
  }

  private func found<Value>(_ id: RawObjectID, _ read: () throws(RefusedObject) -> Value?) throws(GitError) -> Value {
    let value: Value?
    do throws(RefusedObject) {
      value = try read()
    } catch {
      throw GitError(error)
    }
    guard let value else { throw .missingObject(id.objectID, path: nil, isPartialClone: origin.isPartial) }
    return value
  }

  private func real(_ id: RawObjectID) -> RawObjectID {
    origin.replacements.isEmpty ? id : origin.replacements[id] ?? id
  }
}

extension Repository {
  /// Whether the repository is a partial clone, which fetches missing objects on demand.
  var isPartialClone: Bool {
    configuration("extensions.partialclone") != nil
      || remoteNames().contains { configurationFlag("remote.\($0).promisor") == true }
  }

  /// Returns the replacements of objects by their IDs: the references of git-replace(1).
  func replacements() throws(GitError) -> [RawObjectID: RawObjectID] {
    guard environment["GIT_NO_REPLACE_OBJECTS"] == nil, configurationFlag("core.usereplacerefs") != false else {
      return [:]
    }
    var found: [RawObjectID: RawObjectID] = [:]
    for (name, object, _) in try references(below: "refs/replace/") {
      guard let id = ObjectID(String(name.dropFirst("refs/replace/".count))), let raw = RawObjectID(id) else {
        continue
      }
      found[raw] = RawObjectID(object)
    }
    return found
  }
}
