import MartletCore

/// Reads objects of a repository, on one thread. Replaced objects (git-replace(1)) are read as their replacements.
package final class ObjectReader {
  private let origin: ExportOrigin
  private let stored: ObjectStore

  package init(_ origin: ExportOrigin) {
    self.origin = origin
    stored = ObjectStore(origin.objects)
  }

  package convenience init(_ repository: Repository) throws(GitError) {
    self.init(try ExportOrigin(repository))
  }

  /// Reads the object `id`.
  ///
  /// - Throws: `GitError.missingObject`, or `.unusableObject` for one that is refused.
  package func read(_ id: RawObjectID) throws(GitError) -> (kind: ObjectKind, contents: ByteView) {
    let found: (kind: ObjectKind, contents: ByteView)?
    do throws(ObjectError) {
      found = try stored.read(real(id))
    } catch {
      throw GitError(error)
    }
    guard let found else { throw missing(id) }
    return found
  }

  /// Requests objects that are then read in this order.
  func prefetch(_ ids: [RawObjectID]) { stored.prefetch(ids.map(real)) }

  /// Passes the contents of the file or link `id` to `receive`, in parts above `limit` bytes.
  ///
  /// - Throws: `GitError` as above, also for other objects; the error of `receive`.
  func readFile(_ id: RawObjectID, limit: Int, _ receive: (ObjectStore.Content) throws -> Void) throws {
    let kind: ObjectKind?
    do {
      kind = try stored.readFile(real(id), limit: limit, receive)
    } catch let error as ObjectError {
      throw GitError(error)
    }
    guard let kind else { throw missing(id) }
    guard kind == .blob else { throw unexpected(id, kind, .blob) }
  }

  /// Returns the bytes of the object `id`, which must be a `kind`.
  func bytes(of id: RawObjectID, _ kind: ObjectKind) throws(GitError) -> [UInt8] {
    let (found, contents) = try read(id)
    guard found == kind else { throw unexpected(id, found, kind) }
    return contents.array
  }

  private func missing(_ id: RawObjectID) -> GitError {
    .missingObject(id.objectID, path: nil, isPartialClone: origin.objects.isPartial)
  }

  private func unexpected(_ id: RawObjectID, _ found: ObjectKind, _ expected: ObjectKind) -> GitError {
    .unusableObject(id.objectID, reason: "it is a \(found), expected a \(expected)")
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
