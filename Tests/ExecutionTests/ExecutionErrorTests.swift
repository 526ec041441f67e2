import Foundation
import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("An error of the disk or the repository")
struct ExecutionErrorTests {
  @Test(
    "states the problem, and a fix where there is one",
    arguments: [
      (ExecutionError.cannotRead("a", code: EACCES), "error: cannot read `a`: permission denied"),
      (.cannotWrite("a", code: ENOSPC), "error: cannot write `a`: no space left on device"),
      (.cannotLock("a", code: EROFS), "error: cannot lock `a`: read-only file system"),
      (
        .locked(holder: ""),
        """
        error: another run holds the lock
        hint: wait until that run ends; its lock is released automatically, even after a crash
        """
      ),
      (.notAFile("a"), "error: `a` is not a regular file"),
      (.outside("a"), "error: `a` is a link that leads out of the repository"),
      (
        .changedSinceWritten("a"),
        """
        error: `a` has changed since it was written
        hint: set the change aside with `git stash push --include-untracked -- a`; if a command of the lane made it, declare \
        the file in the command's `outputs`
        """
      ),
      (.missingReference("refs/tags/a"), "error: there is no `refs/tags/a` to push"),
    ])
  func words(error: ExecutionError, words: String) {
    #expect(error.rendered == words)
  }
}
