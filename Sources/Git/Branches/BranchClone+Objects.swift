import MartletCore
import Processes
import SystemAPI

extension BranchClone {
  /// Returns every file of `commit`, by path.
  package func files(in commit: ObjectID) throws(GitError) -> [String: TreeFile] {
    var files: [String: TreeFile] = [:]
    for line in try output(of: ["ls-tree", "-r", "-z", "--full-tree", commit.hex]).split(separator: 0) {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let parts = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
      guard parts.count == 3, let object = ObjectID(String(parts[2])) else { continue }
      files[String(decoding: line[(tab + 1)...], as: UTF8.self)] = TreeFile(mode: String(parts[0]), object: object)
    }
    return files
  }

  /// Returns the contents of a file, which are fetched if necessary.
  package func contents(of object: ObjectID) throws(GitError) -> [UInt8] {
    try output(of: ["cat-file", "blob", object.hex])
  }

  /// Returns whether the clone has the object, without fetching it.
  package func holds(_ object: ObjectID) throws(GitError) -> Bool {
    try repository.objects.kind(of: object) != nil
  }

  /// Returns the object of the contents of a file, without storing it.
  package func object(of bytes: [UInt8]) -> ObjectID? {
    ObjectKind.blob.id(of: ByteView(bytes), byteCount: repository.idLength)
  }

  /// Stores the contents of a file, and returns their object.
  package func store(_ bytes: [UInt8]) throws(GitError) -> ObjectID { try repository.storeBlob(bytes) }

  /// Creates a commit with the files of `parent`, changed by `changes`. No reference is moved.
  ///
  /// It is signed, and its author is found, as the settings of the project specify.
  /// - Parameters:
  ///   - parent: Nil for a branch without a commit.
  ///   - changes: The changed files; nil for a removed one.
  ///   - now: The time in seconds since 1970, unless git's variables set another one.
  package func commit(
    _ changes: [String: TreeFile?], on parent: ObjectID?, message: String, now: Int64
  ) throws(GitError) -> ObjectID {
    let draft = try TreeDraft(in: repository, from: parent)
    try draft.set(changes)
    return try project.storeCommit(
      of: try draft.store(), on: parent.map { [$0] } ?? [], message: message, now: now, signing: .configured,
      isInteractive: isInteractive, in: "\(repository.gitDirectory)/objects")
  }

  /// A commit without files, for a rehearsal of the push of a new branch.
  func emptyCommit() throws(GitError) -> ObjectID {
    var git = GitChange(repository)
    for role in ["AUTHOR", "COMMITTER"] {
      git.variables.merge(["GIT_\(role)_NAME": "martlet", "GIT_\(role)_EMAIL": "martlet@localhost"]) { $1 }
      git.variables["GIT_\(role)_DATE"] = "@0 +0000"
    }
    let tree = try TreeDraft(in: repository, from: nil).store()
    return try git.object(of: ["commit-tree", tree.hex, "-m", "Rehearsal"], to: "make a commit")
  }

  private static let task = "make a commit for another repository"

  /// Runs git in the clone.
  private func output(
    of arguments: [String], _ variables: [String: String] = [:], input: [UInt8] = []
  ) throws(GitError) -> [UInt8] {
    var command = repository.gitProgram.command(arguments)
    command.environment.merge(variables) { $1 }
    command.environment["LC_ALL"] = "C"
    command.environment["GIT_TERMINAL_PROMPT"] = "0"
    command.captureLimit = .max
    if !input.isEmpty { command.input = .bytes(input) }
    let result = try command.result()
    guard result.succeeded else { throw .failed(task: Self.task, reason: result.lastErrorLine) }
    return result.output
  }
}
