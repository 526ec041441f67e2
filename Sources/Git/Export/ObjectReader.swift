import CLibGit2
import MartletCore

/// Reads the objects of an export by libgit2, on one thread. Replaced objects (git-replace(1)) are read as their
/// replacements.
///
/// libgit2 does not open the repository: its database has only the objects that `git cat-file` prints.
package final class ObjectReader {
  /// The contents of a file: all at once, or a start, parts and an end.
  package enum Content {
    case whole(ByteView)
    case start(byteCount: Int)
    case part(ByteView)
    case end
  }

  private let origin: ExportOrigin
  private let stored: ObjectStore
  private let database: Handle
  private let repository: Handle

  private static let partLength = 1 << 18

  package init(_ origin: ExportOrigin) throws(GitError) {
    try LibGit2.start()
    self.origin = origin
    stored = ObjectStore(origin.objects)
    database = try ObjectDatabase(stored).libgit2()
    let pointer = database.pointer
    repository = try Handle(git_repository_free, "open the objects") { git_repository_wrap_odb(&$0, pointer) }
  }

  package convenience init(_ repository: Repository) throws(GitError) {
    try self.init(try ExportOrigin(repository))
  }

  /// Reads the object `id`.
  ///
  /// - Throws: `GitError.missingObject`, or `.unusableObject` for one that is refused.
  package func read(_ id: RawObjectID) throws(GitError) -> (kind: ObjectKind, contents: [UInt8]) {
    var raw = real(id).libgit2
    let database = database.pointer
    let object = try Handle.ifFound(git_odb_object_free, "read the object \(id)") { git_odb_read(&$0, database, &raw) }
    guard let object, let kind = ObjectKind(git_odb_object_type(object.pointer)) else { throw missing(id) }
    let bytes = UnsafeRawBufferPointer(
      start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer))
    return (kind, Array(bytes))
  }

  /// Returns the bytes of the object `id`, which must be a `kind`.
  func bytes(of id: RawObjectID, _ kind: ObjectKind) throws(GitError) -> [UInt8] {
    let (found, contents) = try read(id)
    guard found == kind else { throw unexpected(id, found, kind) }
    return contents
  }

  /// Returns the tree `id`.
  func tree(_ id: RawObjectID) throws(GitError) -> ExportTree {
    do throws(GitError) {
      var raw = real(id).libgit2
      let repository = repository.pointer
      let object = try Handle.ifFound(git_object_free, "read the tree \(id)") {
        git_object_lookup(&$0, repository, &raw, GIT_OBJECT_ANY)
      }
      guard let object, let kind = ObjectKind(git_object_type(object.pointer)) else { throw missing(id) }
      guard kind == .tree else { throw unexpected(id, kind, .tree) }
      return ExportTree(object)
    } catch {
      guard case .damaged = error else { throw error }
      throw .unusableObject(id.objectID, reason: "it is not a valid tree")
    }
  }

  /// Requests files that are then read in this order.
  func prefetch(_ ids: [RawObjectID]) { stored.prefetch(ids.map(real)) }

  /// Passes the contents of the file or link `id` to `receive`, in parts above `limit` bytes.
  ///
  /// - Throws: `GitError` as above, also for other objects; the error of `receive`.
  func readFile(_ id: RawObjectID, limit: Int, _ receive: (Content) throws -> Void) throws {
    var raw = real(id).libgit2
    var (stream, length, type) = (UnsafeMutablePointer<git_odb_stream>?.none, 0, GIT_OBJECT_INVALID)
    let code = git_odb_open_rstream(&stream, &length, &type, database.pointer, &raw)
    guard code != GIT_ENOTFOUND.rawValue else { throw missing(id) }
    try LibGit2.check(code, "read the file \(id)")
    defer { git_odb_stream_free(stream) }
    guard let kind = ObjectKind(type), kind == .blob else {
      throw unexpected(id, ObjectKind(type) ?? .tag, .blob)
    }
    guard length > limit else { return try receive(.whole(try part(length, of: id, from: stream))) }
    try receive(.start(byteCount: length))
    for start in stride(from: 0, to: length, by: Self.partLength) {
      try receive(.part(try part(min(Self.partLength, length - start), of: id, from: stream)))
    }
    try receive(.end)
  }

  private func part(
    _ count: Int, of id: RawObjectID, from stream: UnsafeMutablePointer<git_odb_stream>?
  ) throws(GitError) -> ByteView {
    guard AvailableMemory.holds(count),
      let bytes = try ByteView(
        count: count,
        by: { buffer throws(GitError) in
          // The last byte may be none, and closes the file.
          var rest = buffer[...]
          repeat {
            let code = git_odb_stream_read(
              stream, UnsafeMutableRawBufferPointer(rebasing: rest).bindMemory(to: CChar.self).baseAddress, rest.count)
            try LibGit2.check(code, "read the file \(id)")
            rest = rest.dropFirst(Int(code))
          } while !rest.isEmpty
        })
    else { throw GitError(ObjectError.tooLarge(id, count)) }
    return bytes
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
