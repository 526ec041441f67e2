import CLibGit2
import GitObjects
import MartletVersioning

/// Reads objects of a repository, with Martlet's own reader where possible, otherwise with libgit2. It must be used on
/// one thread. Replaced objects (git-replace(1)) are read as their replacements.
package final class ObjectReader {
  private let origin: ExportOrigin
  /// Nil when libgit2 reads everything.
  private let stored: StoredObjects?
  /// Opened on first use.
  private var repository: Repository?
  private var database: OpaquePointer?
  /// The last object that libgit2 read, whose bytes the caller uses.
  private var current: OpaquePointer?
  /// The last object of the own reader, whose bytes the caller uses.
  private var storedView: ByteView?

  package init(_ origin: ExportOrigin, _ repository: Repository? = nil) {
    self.origin = origin
    self.repository = repository
    stored = origin.packs.flatMap { StoredObjects($0, in: origin.objects) }
  }

  package convenience init(_ repository: Repository) throws(GitError) {
    self.init(try ExportOrigin(repository, usesFastPacks: true), repository)
  }

  deinit {
    // Without a database, libgit2 may not have been started.
    guard let database else { return }
    git_odb_object_free(current)
    git_odb_free(database)
  }

  /// Reads the object `id`; the bytes are valid until the next object is read.
  ///
  /// - Throws: `GitError.missingObject`, or `.failed` for one that cannot be read.
  package func read(_ id: RawObjectID) throws(GitError) -> (kind: ObjectKind, contents: UnsafeRawBufferPointer) {
    if let (kind, contents) = stored?.read(real(id)) {
      storedView = contents
      return (kind, contents.pointers)
    }
    var raw = real(id).libgit2
    let database = try openDatabase()
    git_odb_object_free(current)
    current = nil
    let code = git_odb_read(&current, database, &raw)
    if code == GIT_ENOTFOUND.rawValue { throw missing(id) }
    try LibGit2.check(code, "read the object \(id)")
    guard let current else { throw missing(id) }
    let contents = UnsafeRawBufferPointer(start: git_odb_object_data(current), count: git_odb_object_size(current))
    return (try kind(git_odb_object_type(current), id), contents)
  }

  /// Returns the size of the object `id` in bytes if it is above `limit`; nil for smaller objects, and for deltas,
  /// which are never large.
  func length(of id: RawObjectID, over limit: Int) throws(GitError) -> Int? {
    if let length = stored?.length(of: real(id)) { return length > limit ? length : nil }
    var raw = real(id).libgit2
    var length = 0
    var kind = GIT_OBJECT_INVALID
    let code = git_odb_read_header(&length, &kind, try openDatabase(), &raw)
    if code == GIT_ENOTFOUND.rawValue { throw missing(id) }
    try LibGit2.check(code, "read the object \(id)")
    return length > limit ? length : nil
  }

  /// Passes the bytes of the object `id` to `receive`, in parts where its storage allows that.
  func stream(_ id: RawObjectID, _ receive: (UnsafeRawBufferPointer) throws -> Void) throws {
    do {
      if try stored?.stream(real(id), receive) == true { return }
    } catch is DamagedStream {
      throw GitError.damagedObject(id.objectID, reason: "it cannot be decompressed")
    }
    var raw = real(id).libgit2
    var stream: UnsafeMutablePointer<git_odb_stream>?
    var length = 0
    var kind = GIT_OBJECT_INVALID
    guard git_odb_open_rstream(&stream, &length, &kind, try openDatabase(), &raw) == 0, let stream else {
      return try receive(read(id).contents)
    }
    defer { git_odb_stream_free(stream) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var left = length
    while left > 0 {
      let count = git_odb_stream_read(stream, buffer.baseAddress, min(left, buffer.count))
      guard count > 0 else { throw GitError.damagedObject(id.objectID, reason: "it is shorter than its header states") }
      left -= Int(count)
      try receive(UnsafeRawBufferPointer(rebasing: buffer[..<Int(count)]))
    }
  }

  /// Returns the bytes of the object `id`, which must be a `kind`.
  func bytes(of id: RawObjectID, _ kind: ObjectKind) throws(GitError) -> [UInt8] {
    let (found, contents) = try read(id)
    guard found == kind else { throw .damagedObject(id.objectID, reason: "it is not a \(kind)") }
    return Array(contents)
  }

  private func missing(_ id: RawObjectID) -> GitError {
    .missingObject(id.objectID, path: nil, isPartialClone: origin.isPartial)
  }

  private func openDatabase() throws(GitError) -> OpaquePointer {
    if let database { return database }
    let opened: Repository
    if let repository {
      opened = repository
    } else {
      opened = try Repository(containing: origin.gitDirectory, environment: origin.environment)
    }
    repository = opened
    try LibGit2.check(git_repository_odb(&database, opened.libgit2), "open the objects")
    guard let database else { throw .failed(task: "open the objects", reason: "libgit2 returned nothing") }
    return database
  }

  private func real(_ id: RawObjectID) -> RawObjectID {
    origin.replacements.isEmpty ? id : origin.replacements[id] ?? id
  }

  private func kind(_ type: git_object_t, _ id: RawObjectID) throws(GitError) -> ObjectKind {
    switch type {
    case GIT_OBJECT_COMMIT: return .commit
    case GIT_OBJECT_TREE: return .tree
    case GIT_OBJECT_BLOB: return .blob
    case GIT_OBJECT_TAG: return .tag
    default: throw .damagedObject(id.objectID, reason: "its kind is unknown")
    }
  }
}

extension RawObjectID {
  fileprivate var libgit2: git_oid {
    var raw = git_oid()
    withUnsafeMutableBytes(of: &raw) { $0.copyBytes(from: bytes) }
    return raw
  }
}

extension Repository {
  /// Whether the repository is a partial clone, which fetches missing objects on demand.
  var isPartialClone: Bool {
    configuration("extensions.partialclone") != nil
      || ((try? remoteNames()) ?? []).contains { configurationFlag("remote.\($0).promisor") == true }
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
