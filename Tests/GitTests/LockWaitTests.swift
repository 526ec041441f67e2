import TestSupport
import Testing

@testable import Git

@Suite("A wait for a lock of git")
struct LockWaitTests {
  private let folder: TemporaryFolder
  private var wait: LockWait { LockWait(path: "\(folder.path)/index.lock", timeout: .zero) }

  init() throws { folder = try TemporaryFolder() }

  @Test("has one more attempt if the lock is released at its end")
  func released() throws {
    var attempts = 0
    let value = try wait.retrying { () throws(GitError) -> Int? in
      attempts += 1
      return attempts == 2 ? 7 : nil
    }
    #expect(value == 7 && attempts == 2)
  }

  @Test("fails if the lock is still held, or is held again by others")
  func held() throws {
    #expect(throws: GitError.locked(reason: "`\(wait.path)` keeps reappearing")) {
      try wait.retrying { () throws(GitError) -> Int? in nil }
    }
    try folder.write("index.lock", "")
    let error = #expect(throws: GitError.self) { try wait.waitUntilFree() }
    guard case .lockHeld(wait.path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
