import CLibGit2
import MartletCore

extension Repository {
  /// Moves the checked-out branch, or a detached HEAD, to a descendant of its commit, with the work tree and the index.
  ///
  /// - Throws: `GitError.failed` if it is not a descendant, or if a local change is in the way; then nothing has changed.
  package func moveForward(to commit: ObjectID) throws(GitError) {
    let task = "move HEAD forward to \(commit.short)"
    do {
      let result = try gitProgram.command(["merge", "--quiet", "--ff-only", "--no-verify", commit.hex]).run()
      guard result.succeeded else { throw GitError.failed(task: task, reason: result.lastErrorLine) }
    } catch let error as GitError {
      throw error
    } catch {
      throw .failed(task: task, reason: error.firstMessage)
    }
  }

  /// Creates a reference that does not exist yet.
  package func createReference(_ name: String, naming object: ObjectID) throws(GitError) {
    var (reference, id) = (OpaquePointer?.none, try object.libgit2())
    defer { git_reference_free(reference) }
    try LibGit2.check(git_reference_create(&reference, libgit2, name, &id, 0, "martlet: fetched"), "create `\(name)`")
  }
}
