import MartletCore
import SystemAPI

/// A working tree without a branch. It is removed with this object.
///
/// Where that is possible, it is beside the repository's own, so that relative paths out of them mean the same.
package final class TemporaryWorkTree {
  /// Its top folder.
  package let path: String
  private let repository: Repository

  /// - Parameter commit: The commit to check out.
  package init(of repository: Repository, at commit: ObjectID) throws(GitError) {
    self.repository = repository
    let name = repository.workTree.split(separator: "/").last ?? ""
    if let folder = try? Files.makeTemporaryDirectory(below: String(repository.workTree.dropLast(name.count + 1))) {
      path = folder
    } else {
      path = try Files.makeTemporaryDirectory(below: repository.environment["TMPDIR"] ?? "/tmp")
    }
    try run(["worktree", "add", "--quiet", "--detach", path, commit.hex], in: repository.gitProgram)
    if access("\(path)/.gitmodules", F_OK) == 0 {
      try run(["submodule", "--quiet", "update", "--init", "--recursive"], in: program)
    }
  }

  private var program: GitProgram {
    GitProgram(directory: path, environment: repository.environment, interruption: repository.interruption)
  }

  deinit {
    try? run(["worktree", "remove", "--force", path], in: repository.gitProgram)
    Files.removeTree(path)
  }

  /// Moves HEAD to `head`, and makes the files and the index those of `files`.
  ///
  /// - Parameter contents: The contents of files that differ; nil: the file does not exist.
  package func show(
    _ files: ObjectID, at head: ObjectID, changing contents: [RelativePath: [UInt8]?] = [:]
  ) throws(GitError) {
    let tree = try contents.isEmpty ? files : repository.storeTree(of: files, with: contents)
    try run(["read-tree", "--reset", "-u", tree.hex], in: program)
    try run(["update-ref", "--no-deref", "HEAD", head.hex], in: program)
  }

  /// Runs git without the hooks of the repository.
  private func run(_ arguments: [String], in program: GitProgram) throws(GitError) {
    do {
      let result = try program.command(["-c", "core.hooksPath=/dev/null"] + arguments).run()
      guard result.succeeded else {
        throw GitError.failed(task: "make a working tree", reason: result.lastErrorLine)
      }
    } catch let error as GitError {
      throw error
    } catch {
      throw .failed(task: "make a working tree", reason: error.firstMessage)
    }
  }
}

extension Repository {
  /// Creates a reference that does not exist yet.
  package func createReference(_ name: String, naming object: ObjectID) throws(GitError) {
    try apply(ReferenceChange(name: name, expected: nil, new: object), reflog: "martlet: fetched")
  }

  /// Returns the commits from the one that is `count` first parents before `commit` up to it, or from the one after `base`.
  package func line(of count: Int, to commit: ObjectID, after base: ObjectID? = nil) throws(GitError) -> [ObjectID] {
    var line = [commit]
    for _ in 0..<count {
      guard let parent = try self.commit(line[line.count - 1]).parents.first, parent != base else { break }
      line.append(parent)
    }
    return line.reversed()
  }
}
