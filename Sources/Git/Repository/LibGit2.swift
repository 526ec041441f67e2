import CLibGit2
import MartletCore
import SystemAPI

/// The libgit2 library: initialised on first use, never shut down.
enum LibGit2 {
  /// Why it could not be initialised; nil when it was.
  private static let failure: String? = {
    guard git_libgit2_init() > 0 else { return lastMessage }
    // `ObjectStore` verifies the names of all objects but files; hashing every object would cost a third more.
    _ = martlet_git_strict_hash_verification(0)
    _ = martlet_git_fsync_gitdir(1)
    allowExtensions()
    return nil
  }()

  /// Allows extensions that do not affect adding objects and moving references: settings per work tree, which
  /// `Repository` reads itself; objects that must not be deleted, or that are fetched later; and relative paths between
  /// work trees. Later versions of libgit2 support some of them.
  private static func allowExtensions() {
    let names = ["worktreeconfig", "preciousobjects", "partialclone", "relativeworktrees"].map { (name: String) in
      strdup(name)
    }
    defer { for name in names { free(name) } }
    var pointers = names.map { UnsafePointer($0) }
    _ = martlet_git_set_extensions(&pointers, pointers.count)
  }

  static func start() throws(GitError) {
    if let failure { throw .failed(task: "start libgit2", reason: failure) }
  }

  /// Throws if `code` is an error of `task`, such as `read the index`.
  static func check(_ code: Int32, _ task: String) throws(GitError) {
    guard code < 0 else { return }
    throw error(code, task)
  }

  /// Stores an object with `body`, and retries up to ten times if the system refused a file: when git packs, it removes empty
  /// object folders, perhaps just after libgit2 has created one and before it moves the object there.
  static func store(_ task: String, _ body: () -> Int32) throws(GitError) {
    var code = body()
    for _ in 0..<10 where code < 0 && lastFailure.part == GIT_ERROR_OS { code = body() }
    try check(code, task)
  }

  /// Throws if `code` is an error of reading the index at `path`.
  static func checkIndex(_ code: Int32, _ task: String, _ path: String) throws(GitError) {
    guard code < 0, code != GIT_ELOCKED.rawValue, lastFailure.part == GIT_ERROR_INDEX else {
      return try check(code, task)
    }
    // For a shorter file, libgit2 reports that it is missing.
    let length = (try? Files.status(of: path)).flatMap(\.self)?.st_size ?? 0
    throw .unreadableIndex(reason: length < leastIndexLength ? "it is too short" : lastMessage)
  }

  /// The length of a header and a digest.
  private static let leastIndexLength = 12 + 20

  static func error(_ code: Int32, _ task: String) -> GitError {
    if code == GIT_ELOCKED.rawValue { return .locked(reason: lastMessage) }
    if code == GIT_ERROR.rawValue, let error = GitError(unreadObjectIn: lastMessage) { return error }
    return isAboutDamage(code) ? .damaged(task: task, reason: lastMessage) : .failed(task: task, reason: lastMessage)
  }

  /// Returns whether the last error, with that code, is about a stored object or reference that is missing or
  /// unreadable.
  private static func isAboutDamage(_ code: Int32) -> Bool {
    switch lastFailure.part {
    case GIT_ERROR_ODB, GIT_ERROR_ZLIB, GIT_ERROR_OBJECT, GIT_ERROR_TREE: true
    // There is another code for references that are locked, missing or changed.
    case GIT_ERROR_REFERENCE: code == GIT_ERROR.rawValue
    // libgit2 has neither a class nor a code for these errors.
    default: ["cannot be peeled", "failed to parse signature"].contains { lastMessage.contains($0) }
    }
  }

  static var lastMessage: String { lastFailure.reason }

  /// The message of this thread's last error, and its part of the library.
  static var lastFailure: (reason: String, part: git_error_t) {
    guard let error = git_error_last(), let message = error.pointee.message else {
      return ("no reason was given", GIT_ERROR_NONE)
    }
    return (String(cString: message), git_error_t(UInt32(error.pointee.klass)))
  }
}

/// An object of libgit2, freed when it goes out of scope.
struct Handle: ~Copyable {
  let pointer: OpaquePointer
  private let release: (OpaquePointer?) -> Void

  init(
    _ release: @escaping (OpaquePointer?) -> Void, _ task: String, _ make: (inout OpaquePointer?) -> Int32
  )
    throws(GitError)
  {
    guard let handle = try Self.ifFound(release, task, make) else {
      throw LibGit2.error(GIT_ENOTFOUND.rawValue, task)
    }
    self = handle
  }

  private init(pointer: OpaquePointer, release: @escaping (OpaquePointer?) -> Void) {
    self.pointer = pointer
    self.release = release
  }

  deinit { release(pointer) }

  /// Returns the object; nil when libgit2 does not find it.
  static func ifFound(
    _ release: @escaping (OpaquePointer?) -> Void, _ task: String, _ make: (inout OpaquePointer?) -> Int32
  ) throws(GitError) -> Handle? {
    var pointer: OpaquePointer?
    let code = make(&pointer)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try LibGit2.check(code, task)
    guard let pointer else { throw .failed(task: task, reason: "libgit2 returned nothing") }
    return Handle(pointer: pointer, release: release)
  }
}

extension ObjectID {
  init(_ id: git_oid) {
    // SHA-256 IDs, for which libgit2 needs a special build, are longer: such repositories are not opened.
    self = withUnsafeBytes(of: id) { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("an id has 20 bytes") }
      return RawObjectID(start).objectID
    }
  }

  /// Returns the ID as a libgit2 structure.
  func libgit2() throws(GitError) -> git_oid {
    guard hex.utf8.count == 40 else { throw .noSuchObject(self) }
    try LibGit2.start()
    var id = git_oid()
    try LibGit2.check(git_oid_fromstr(&id, hex), "read an object id")
    return id
  }
}

extension RawObjectID {
  /// The ID as a libgit2 structure.
  var libgit2: git_oid {
    var id = git_oid()
    withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes) }
    return id
  }
}

extension git_buf {
  /// Returns the text and frees the buffer.
  mutating func takeString() -> String {
    defer { git_buf_dispose(&self) }
    return String(decoding: UnsafeRawBufferPointer(start: ptr, count: ptr == nil ? 0 : size), as: UTF8.self)
  }
}

/// The version of libgit2 that this process uses.
package enum LibGit2Version {
  /// The first version with all fixes that are known for hostile repositories and servers: CVE-2026-53584 to 53587 in
  /// 1.9.5, and a command injection through libssh2 in 1.9.7 (docs/changelog.md of libgit2).
  ///
  /// Objects, the largest part of a hostile repository, never reach libgit2's own readers (`ObjectDatabase`).
  package static let oldestSafe: [Int] = [1, 9, 7]

  package static var current: [Int] {
    var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
    git_libgit2_version(&major, &minor, &revision)
    return [major, minor, revision].map(Int.init)
  }
}
