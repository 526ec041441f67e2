import CLibGit2
import MartletCore
import SystemAPI

/// The objects of a repository, as libgit2 reads them for an export, on one thread.
///
/// libgit2 does not open the repository: its database has only what `git cat-file` prints. Its own readers of packs,
/// configuration and references stay out; up to 1.9.3, that of loose objects writes beyond a buffer if a length is wrong.
final class LibGit2Objects {
  private let stored: ObjectStore
  /// The error of the last read, of which libgit2 returns only a code.
  private var failure: ObjectError?
  private var database: OpaquePointer?
  private var repository: OpaquePointer?

  /// libgit2, initialised on first use and never shut down.
  private static let isStarted: Bool = {
    // `ObjectStore` verifies the names of all objects but files; hashing every object would cost a third more.
    git_libgit2_init() > 0 && martlet_git_strict_hash_verification(0) >= 0
  }()

  init(_ stored: ObjectStore) throws(GitError) {
    self.stored = stored
    let backend = UnsafeMutablePointer<martlet_odb_backend>.allocate(capacity: 1)
    backend.initialize(to: martlet_odb_backend())
    backend.pointee.reader = Unmanaged.passUnretained(self).toOpaque()
    let parent = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: git_odb_backend.self)
    git_odb_init_backend(parent, UInt32(GIT_ODB_BACKEND_VERSION))
    parent.pointee.addReads()
    guard Self.isStarted, git_odb_new(&database) == 0, git_odb_add_backend(database, parent, 1) == 0 else {
      backend.deallocate()
      throw .failed(task: "start libgit2", reason: Self.lastMessage)
    }
    guard git_repository_wrap_odb(&repository, database) == 0 else {
      throw .failed(task: "start libgit2", reason: Self.lastMessage)
    }
  }

  deinit {
    git_repository_free(repository)
    git_odb_free(database)
  }

  /// Returns the kind and the bytes of the object `id`; nil when it is missing.
  func read(_ id: ObjectID) throws(GitError) -> (kind: ObjectKind, bytes: [UInt8])? {
    var (raw, object) = (id.libgit2, OpaquePointer?.none)
    guard try isFound(git_odb_read(&object, database, &raw), id, "it cannot be read"),
      let kind = ObjectKind(git_odb_object_type(object))
    else { return nil }
    defer { git_odb_object_free(object) }
    let bytes = UnsafeRawBufferPointer(start: git_odb_object_data(object), count: git_odb_object_size(object))
    return (kind, Array(bytes))
  }

  /// Returns the entries of the tree `id`, in its order.
  func entries(ofTree id: ObjectID) throws(GitError) -> [TreeObject.Entry]? {
    var (raw, tree) = (id.libgit2, OpaquePointer?.none)
    guard try isFound(git_tree_lookup(&tree, repository, &raw), id, "it is not a valid tree") else { return nil }
    defer { git_tree_free(tree) }
    return (0..<git_tree_entrycount(tree)).compactMap { index in
      git_tree_entry_byindex(tree, index).flatMap { TreeObject.Entry($0) }
    }
  }

  /// Opens the object `id`; nil when it is missing.
  func open(_ id: ObjectID) throws(GitError) -> LibGit2Stream? {
    var (raw, stream, length) = (id.libgit2, UnsafeMutablePointer<git_odb_stream>?.none, 0)
    var kind = GIT_OBJECT_INVALID
    guard try isFound(git_odb_open_rstream(&stream, &length, &kind, database, &raw), id, "it cannot be read"),
      let stream, let kind = ObjectKind(kind)
    else { return nil }
    return LibGit2Stream(id: id, kind: kind, length: length, stream: stream, objects: self)
  }

  /// Returns false for the code of a missing object, and throws for other errors.
  fileprivate func isFound(_ code: Int32, _ id: ObjectID, _ reason: String) throws(GitError) -> Bool {
    defer { failure = nil }
    if let failure { throw GitError(failure) }
    if code == GIT_ENOTFOUND.rawValue { return false }
    guard code >= 0 else { throw .unusableObject(id, reason: reason) }
    return true
  }

  private static var lastMessage: String {
    git_error_last()?.pointee.message.map { String(cString: $0) } ?? "no reason was given"
  }
}

/// An object that is read in parts.
final class LibGit2Stream {
  let id: ObjectID
  let kind: ObjectKind
  let length: Int
  private let stream: UnsafeMutablePointer<git_odb_stream>
  private let objects: LibGit2Objects

  fileprivate init(
    id: ObjectID, kind: ObjectKind, length: Int, stream: UnsafeMutablePointer<git_odb_stream>, objects: LibGit2Objects
  ) {
    (self.id, self.kind, self.length, self.stream, self.objects) = (id, kind, length, stream, objects)
  }

  // `git_odb_stream_free` needs a digest, which only streams that write have.
  deinit { stream.pointee.free(stream) }

  /// Fills `buffer` with the next bytes. The last ones, which may be none, end the object.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(GitError) {
    let code = git_odb_stream_read(stream, buffer.bindMemory(to: CChar.self).baseAddress, buffer.count)
    _ = try objects.isFound(code, id, "it cannot be read")
  }
}

// MARK: libgit2's calls

extension LibGit2Objects {
  /// Copies an object into memory of libgit2.
  ///
  /// - Returns: 0, or libgit2's code for a missing or refused object.
  fileprivate func copy(
    _ id: UnsafePointer<git_oid>?, to backend: UnsafeMutablePointer<git_odb_backend>?,
    _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ length: UnsafeMutablePointer<Int>?,
    _ kind: UnsafeMutablePointer<git_object_t>?
  ) -> Int32 {
    code { () throws(ObjectError) in
      guard let id = ObjectID(id), let found = try stored.read(id) else { return GIT_ENOTFOUND.rawValue }
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

  /// Opens an object for reading in parts.
  fileprivate func open(
    _ id: UnsafePointer<git_oid>?, _ stream: UnsafeMutablePointer<UnsafeMutablePointer<git_odb_stream>?>?,
    _ backend: UnsafeMutablePointer<git_odb_backend>?, _ length: UnsafeMutablePointer<Int>?,
    _ kind: UnsafeMutablePointer<git_object_t>?
  ) -> Int32 {
    code { () throws(ObjectError) in
      guard let id = ObjectID(id), let header = try stored.open(id) else { return GIT_ENOTFOUND.rawValue }
      let opened = UnsafeMutablePointer<martlet_odb_stream>.allocate(capacity: 1)
      opened.initialize(to: martlet_odb_stream())
      opened.pointee.parent.backend = backend
      opened.pointee.parent.read = { stream, buffer, length in
        stream?.pointee.backend.reader?.read(stream, buffer, length) ?? GIT_ERROR.rawValue
      }
      opened.pointee.parent.free = { stream in stream?.opened.deallocate() }
      opened.pointee.left = header.length
      stream?.pointee = UnsafeMutableRawPointer(opened).assumingMemoryBound(to: git_odb_stream.self)
      length?.pointee = header.length
      kind?.pointee = header.kind.libgit2
      return 0
    }
  }

  /// Writes the next bytes of an open object to `buffer`.
  fileprivate func read(
    _ stream: UnsafeMutablePointer<git_odb_stream>?, _ buffer: UnsafeMutablePointer<CChar>?, _ length: Int
  ) -> Int32 {
    code { () throws(ObjectError) in
      guard let opened = stream?.opened, length <= opened.pointee.left else { return GIT_ERROR.rawValue }
      try stored.readOpened(into: UnsafeMutableRawBufferPointer(start: buffer, count: length))
      opened.pointee.left -= length
      return 0
    }
  }

  private func code(_ body: () throws(ObjectError) -> Int32) -> Int32 {
    do throws(ObjectError) {
      return try body()
    } catch {
      failure = error
      return GIT_ERROR.rawValue
    }
  }
}

extension git_odb_backend {
  fileprivate mutating func addReads() {
    read = { data, length, kind, backend, id in
      backend.reader?.copy(id, to: backend, data, length, kind) ?? GIT_ERROR.rawValue
    }
    readstream = { stream, length, kind, backend, id in
      backend.reader?.open(id, stream, backend, length, kind) ?? GIT_ERROR.rawValue
    }
    free = { backend in backend?.deallocate() }
  }
}

extension UnsafeMutablePointer<git_odb_backend>? {
  fileprivate var reader: LibGit2Objects? {
    guard let self else { return nil }
    return UnsafeMutableRawPointer(self).assumingMemoryBound(to: martlet_odb_backend.self).pointee.reader
      .map { Unmanaged<LibGit2Objects>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension UnsafeMutablePointer<git_odb_stream> {
  fileprivate var opened: UnsafeMutablePointer<martlet_odb_stream> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: martlet_odb_stream.self)
  }
}

extension ObjectID {
  /// The id as libgit2 stores it.
  fileprivate var libgit2: git_oid {
    var id = git_oid()
    withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes) }
    return id
  }

  fileprivate init?(_ id: UnsafePointer<git_oid>?) {
    guard let id else { return nil }
    self.init(in: Array(UnsafeRawBufferPointer(start: id, count: 20)), at: 0, byteCount: 20)
  }
}

extension TreeObject.Entry {
  /// Copies an entry of libgit2.
  fileprivate init?(_ entry: OpaquePointer) {
    // The bytes need not be UTF-8.
    guard let name = git_tree_entry_name(entry), let id = ObjectID(git_tree_entry_id(entry)) else { return nil }
    let kind = TreeObject.Kind(mode: UInt32(git_tree_entry_filemode_raw(entry).rawValue))
    self.init(kind: kind, name: Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))[...], id: id)
  }
}

extension ObjectKind {
  private static let codes: [(kind: ObjectKind, code: git_object_t)] = [
    (.commit, GIT_OBJECT_COMMIT), (.tree, GIT_OBJECT_TREE), (.blob, GIT_OBJECT_BLOB), (.tag, GIT_OBJECT_TAG),
  ]

  fileprivate var libgit2: git_object_t { Self.codes.first { $0.kind == self }?.code ?? GIT_OBJECT_INVALID }

  /// Converts a kind of libgit2; nil for another one.
  fileprivate init?(_ code: git_object_t) {
    guard let found = Self.codes.first(where: { $0.code == code }) else { return nil }
    self = found.kind
  }
}
