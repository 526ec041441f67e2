import CLibGit2
import MartletCore

/// The objects of a repository, for Martlet and for libgit2: `git cat-file` reads all of them.
///
/// libgit2's own readers of loose objects, packs, multi-pack indices and commit graphs are never opened. Up to 1.9.3,
/// its reader of loose objects writes beyond a buffer if a length is wrong, and some damaged files make it crash or loop.
/// libgit2 still writes new objects, as loose files.
final class ObjectDatabase {
  /// Set after the repository is open.
  weak var repository: Repository?
  private var stored: ObjectStore?
  /// The folder `objects` of the repository; nil for reads only.
  private let folder: String?

  /// - Parameter folder: The folder `objects` of the repository.
  init(writingTo folder: String) {
    self.folder = folder
  }

  /// Creates a database that only reads.
  init(_ store: ObjectStore) {
    (stored, folder) = (store, nil)
  }

  /// Returns the kind of the object `id`; nil when it is missing. A damaged object is an error.
  func kind(of id: ObjectID) throws(GitError) -> ObjectKind? {
    try value(of: id) { store, raw throws(ObjectError) in try store.header(of: raw)?.kind }
  }

  private func value<Value>(
    of id: ObjectID, _ read: (ObjectStore, RawObjectID) throws(ObjectError) -> Value
  ) throws(GitError) -> Value {
    guard let raw = RawObjectID(id) else { throw .noSuchObject(id) }
    do throws(ObjectError) {
      return try read(try store(), raw)
    } catch {
      throw GitError(error)
    }
  }

  private func store() throws(ObjectError) -> ObjectStore {
    if let stored { return stored }
    guard let repository else { throw .program(.programNotFound("git")) }
    let store = ObjectStore(repository.objectSource)
    stored = store
    return store
  }

  /// Throws for a tree with more nested folders than libgit2 can read recursively.
  func checkNesting(ofTree id: ObjectID) throws(GitError) {
    guard let root = RawObjectID(id) else { throw .noSuchObject(id) }
    var folders = [(id: root, depth: 1)]
    while let folder = folders.popLast() {
      guard folder.depth <= Self.maximumDepth else { throw .tooDeep(folder.id) }
      let found = try value(of: folder.id.objectID) { store, id throws(ObjectError) in try store.read(id) }
      // libgit2 reports a missing one.
      guard let found else { continue }
      var tree = TreeObject(found.contents.array)
      while let entry = try? tree.next() {
        if entry.kind == .folder { folders.append((entry.id, folder.depth + 1)) }
      }
    }
  }

  /// More nested folders than any system can create.
  static let maximumDepth = 4096

  /// Makes this the only store of objects that libgit2 uses for `repository`.
  func install(in repository: OpaquePointer) throws(GitError) {
    let database = try libgit2()
    try LibGit2.check(git_repository_set_odb(repository, database.pointer), Self.task)
  }

  /// Returns a database of libgit2 with only this store.
  func libgit2() throws(GitError) -> Handle {
    let database = try Handle(git_odb_free, Self.task) { git_odb_new(&$0) }
    var loose: UnsafeMutablePointer<git_odb_backend>?
    if let folder { try LibGit2.check(git_odb_backend_loose(&loose, folder, -1, 0, 0, 0), Self.task) }
    let backend = UnsafeMutablePointer<martlet_odb_backend>.allocate(capacity: 1)
    backend.initialize(to: martlet_odb_backend())
    git_odb_init_backend(&backend.pointee.parent, UInt32(GIT_ODB_BACKEND_VERSION))
    backend.pointee.loose = loose
    backend.pointee.reader = Unmanaged.passRetained(self).toOpaque()
    backend.pointee.parent.addReads()
    if folder != nil { backend.pointee.parent.addWrites() }
    let added = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: git_odb_backend.self)
    let code = git_odb_add_backend(database.pointer, added, 1)
    if code < 0 { added.pointee.free(added) }
    try LibGit2.check(code, Self.task)
    return database
  }

  private static let task = "open the objects"
}

extension GitError {
  /// A folder below too many others.
  static func tooDeep(_ id: RawObjectID) -> GitError {
    .unusableObject(
      id.objectID, reason: "it is a folder below more than \(ObjectDatabase.maximumDepth - 1) others")
  }
}

// MARK: libgit2's calls

extension ObjectDatabase {
  /// Copies an object into memory of libgit2.
  ///
  /// - Returns: 0, or libgit2's code for a missing or refused object.
  fileprivate func copy(
    _ id: UnsafePointer<git_oid>?, to backend: UnsafeMutablePointer<git_odb_backend>?,
    _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ length: UnsafeMutablePointer<Int>?,
    _ kind: UnsafeMutablePointer<git_object_t>?
  ) -> Int32 {
    code { () throws(ObjectError) in
      guard let id, let found = try store().read(RawObjectID(id)) else { return GIT_ENOTFOUND.rawValue }
      // libgit2 parses text that ends with a NUL.
      guard let copy = git_odb_backend_data_alloc(backend, found.contents.count + 1) else { return GIT_ERROR.rawValue }
      let bytes = UnsafeMutableRawBufferPointer(start: copy, count: found.contents.count + 1)
      found.contents.copy(to: bytes)
      bytes[found.contents.count] = 0
      data?.pointee = copy
      length?.pointee = found.contents.count
      kind?.pointee = found.kind.libgit2
      return 0
    }
  }

  fileprivate func readHeader(
    of id: UnsafePointer<git_oid>?, _ length: UnsafeMutablePointer<Int>?, _ kind: UnsafeMutablePointer<git_object_t>?
  ) -> Int32 {
    code { () throws(ObjectError) in
      guard let id, let header = try store().header(of: RawObjectID(id)) else { return GIT_ENOTFOUND.rawValue }
      length?.pointee = header.length
      kind?.pointee = header.kind.libgit2
      return 0
    }
  }

  /// Opens an object for reading in parts.
  fileprivate func open(
    _ id: UnsafePointer<git_oid>?, _ stream: UnsafeMutablePointer<UnsafeMutablePointer<git_odb_stream>?>?,
    _ backend: UnsafeMutablePointer<git_odb_backend>?, _ length: UnsafeMutablePointer<Int>?,
    _ kind: UnsafeMutablePointer<git_object_t>?
  ) -> Int32 {
    code { () throws(ObjectError) in
      guard let id, let header = try store().open(RawObjectID(id)) else { return GIT_ENOTFOUND.rawValue }
      let opened = UnsafeMutablePointer<martlet_odb_stream>.allocate(capacity: 1)
      opened.initialize(to: martlet_odb_stream())
      opened.pointee.parent.backend = backend
      opened.pointee.parent.read = { stream, buffer, length in stream.database?.read(stream, buffer, length) ?? -1 }
      opened.pointee.parent.free = { stream in
        UnsafeMutableRawPointer(stream)?.assumingMemoryBound(to: martlet_odb_stream.self).deallocate()
      }
      opened.pointee.left = header.length
      stream?.pointee = UnsafeMutableRawPointer(opened).assumingMemoryBound(to: git_odb_stream.self)
      length?.pointee = header.length
      kind?.pointee = header.kind.libgit2
      return 0
    }
  }

  /// Writes the next bytes of an open object to `buffer`, and returns their number, or an error code.
  fileprivate func read(
    _ stream: UnsafeMutablePointer<git_odb_stream>?, _ buffer: UnsafeMutablePointer<CChar>?, _ length: Int
  ) -> Int32 {
    code { () throws(ObjectError) in
      guard let opened = UnsafeMutableRawPointer(stream)?.assumingMemoryBound(to: martlet_odb_stream.self) else {
        return GIT_ERROR.rawValue
      }
      let count = min(length, opened.pointee.left, Int(Int32.max))
      try store().readOpened(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
      opened.pointee.left -= count
      return Int32(count)
    }
  }

  /// Returns the result of `body`; for a refused object, an error code whose message names it.
  private func code(_ body: () throws(ObjectError) -> Int32) -> Int32 {
    do throws(ObjectError) {
      return try body()
    } catch {
      _ = git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), error.message)
      return GIT_ERROR.rawValue
    }
  }
}

extension UnsafeMutablePointer<git_odb_backend>? {
  fileprivate var parts: martlet_odb_backend? {
    self.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: martlet_odb_backend.self).pointee }
  }

  fileprivate var database: ObjectDatabase? {
    parts?.reader.map { Unmanaged<ObjectDatabase>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension UnsafeMutablePointer<git_odb_stream>? {
  fileprivate var database: ObjectDatabase? { self?.pointee.backend.database }
}

extension git_odb_backend {
  fileprivate mutating func addReads() {
    read = { data, length, kind, backend, id in
      backend.database?.copy(id, to: backend, data, length, kind) ?? GIT_ERROR.rawValue
    }
    read_header = { length, kind, backend, id in
      backend.database?.readHeader(of: id, length, kind) ?? GIT_ERROR.rawValue
    }
    readstream = { stream, length, kind, backend, id in
      backend.database?.open(id, stream, backend, length, kind) ?? GIT_ERROR.rawValue
    }
    exists = { backend, id in backend.database?.readHeader(of: id, nil, nil) == 0 ? 1 : 0 }
    free = { backend in
      guard let backend, let parts = Optional(backend).parts else { return }
      if let loose = parts.loose { loose.pointee.free(loose) }
      if let reader = parts.reader { Unmanaged<ObjectDatabase>.fromOpaque(reader).release() }
      backend.deallocate()
    }
  }

  fileprivate mutating func addWrites() {
    write = { backend, id, data, length, kind in
      guard let loose = backend.parts?.loose else { return GIT_ERROR.rawValue }
      return loose.pointee.write(loose, id, data, length, kind)
    }
    writestream = { stream, backend, length, kind in
      guard let backend, let loose = Optional(backend).parts?.loose else { return GIT_ERROR.rawValue }
      // The stream looks objects up in the database of its store.
      loose.pointee.odb = backend.pointee.odb
      return loose.pointee.writestream(stream, loose, length, kind)
    }
    // The time of an existing object is renewed, so that `git gc` keeps it. A damaged one is written again.
    freshen = { backend, id in
      guard let parts = backend.parts, backend.database?.readHeader(of: id, nil, nil) == 0 else {
        return GIT_ENOTFOUND.rawValue
      }
      if let loose = parts.loose { _ = loose.pointee.freshen(loose, id) }
      return 0
    }
  }
}

extension ObjectKind {
  fileprivate var libgit2: git_object_t {
    switch self {
    case .commit: GIT_OBJECT_COMMIT
    case .tree: GIT_OBJECT_TREE
    case .blob: GIT_OBJECT_BLOB
    case .tag: GIT_OBJECT_TAG
    }
  }

  /// Converts a kind of libgit2; nil for another one.
  init?(_ kind: git_object_t) {
    guard let found = [ObjectKind.commit, .tree, .blob, .tag].first(where: { $0.libgit2 == kind }) else { return nil }
    self = found
  }
}
