import CLibGit2
import Versioning

/// The library: started when it is first needed, never stopped.
enum LibGit2 {
  private static let started: Int32 = {
    let code = git_libgit2_init()
    // Objects are read from the user's own disk, where git checks them too; hashing each again costs a third.
    _ = martlet_git_strict_hash_verification(0)
    _ = martlet_git_fsync_gitdir(1)
    return code
  }()

  static func start() throws(GitError) {
    guard started > 0 else { throw .failed(task: "start libgit2", reason: lastWords) }
  }

  /// Throws unless `code` says that `task`, an order such as `read the index`, was done.
  static func check(_ code: Int32, _ task: String) throws(GitError) {
    guard code < 0 else { return }
    throw error(code, task)
  }

  static func error(_ code: Int32, _ task: String) -> GitError {
    code == GIT_ELOCKED.rawValue ? .locked(reason: lastWords) : .failed(task: task, reason: lastWords)
  }

  private static var lastWords: String {
    guard let error = git_error_last(), let message = error.pointee.message else { return "no reason was given" }
    return String(cString: message)
  }
}

/// An object of libgit2, given back when it goes out of scope.
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

  /// The object, or nil when libgit2 says that there is none.
  static func ifFound(
    _ release: @escaping (OpaquePointer?) -> Void, _ task: String, _ make: (inout OpaquePointer?) -> Int32
  ) throws(GitError) -> Handle? {
    var pointer: OpaquePointer?
    let code = make(&pointer)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try LibGit2.check(code, task)
    guard let pointer else { throw .failed(task: task, reason: "libgit2 gave nothing") }
    return Handle(pointer: pointer, release: release)
  }
}

extension ObjectID {
  init(_ id: git_oid) {
    var id = id
    let digits = withUnsafeBytes(of: &id) { bytes in
      bytes.prefix(20).map { byte in
        let digits = String(byte, radix: 16)
        return digits.utf8.count == 2 ? digits : "0" + digits
      }
    }
    guard let value = ObjectID(digits.joined()) else { preconditionFailure("20 bytes are 40 digits") }
    self = value
  }

  /// The id as libgit2 wants it.
  func libgit2() throws(GitError) -> git_oid {
    var id = git_oid()
    guard hex.utf8.count == 40 else { throw .noSuchObject(self) }
    try LibGit2.check(git_oid_fromstr(&id, hex), "read an object id")
    return id
  }
}

extension git_buf {
  /// The text, and gives the memory back.
  mutating func takeString() -> String {
    defer { git_buf_dispose(&self) }
    return String(decoding: UnsafeRawBufferPointer(start: ptr, count: ptr == nil ? 0 : size), as: UTF8.self)
  }
}
