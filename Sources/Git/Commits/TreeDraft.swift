import MartletCore

/// A tree that is made in a separate index. HEAD, the repository's index and the work tree stay as they are.
final class TreeDraft {
  private static let task = "make a tree"
  private let git: GitChange
  private let index: String
  private let idLength: Int

  /// - Parameter commit: The commit whose files it begins with; nil for none.
  init(in repository: Repository, from commit: ObjectID?) throws(GitError) {
    index = "\(repository.gitDirectory)/martlet-index-\(Files.processID)"
    idLength = repository.idLength
    var git = GitChange(repository)
    git.variables = ["GIT_INDEX_FILE": index, "GIT_TERMINAL_PROMPT": "0"]
    self.git = git
    Files.remove(index)
    // git would overflow its stack.
    if let commit { try repository.objects.checkNesting(ofTree: repository.commit(commit).tree) }
    _ = try git.output(of: ["read-tree", commit?.hex ?? "--empty"], to: Self.task)
  }

  deinit { for path in [index, "\(index).lock"] { Files.remove(path) } }

  /// Changes files.
  ///
  /// - Parameter files: By path; nil for a removed one.
  func set(_ files: [String: TreeFile?]) throws(GitError) {
    let lines = files.sorted { $0.key.precedesInBytes($1.key) }.map { path, file in
      "\(file?.mode ?? "0") \(file?.object.hex ?? String(repeating: "0", count: idLength * 2))\t\(path)\0"
    }
    _ = try git.output(of: ["update-index", "-z", "--index-info"], to: Self.task, input: Array(lines.joined().utf8))
  }

  /// Stores the tree, and returns its id. The contents of unchanged files may be missing here.
  func store() throws(GitError) -> ObjectID { try git.object(of: ["write-tree", "--missing-ok"], to: Self.task) }
}

extension Repository {
  /// Returns the mode and object of a file of `commit`; nil if it has none.
  func treeFile(at path: RelativePath, in commit: ObjectID) throws(GitError) -> TreeFile? {
    try entry(at: path, in: commit).map { TreeFile(mode: $0.kind.mode, object: $0.id) }
  }

  /// Stores the contents of a file, and returns their object.
  ///
  /// - Parameter path: The path with whose filters they are converted; nil for none.
  func storeBlob(_ bytes: [UInt8], filteredFor path: RelativePath? = nil) throws(GitError) -> ObjectID {
    let filters = path.map { ["--path", $0.string] } ?? ["--no-filters"]
    let command = GitChange(self).command(["hash-object", "-w", "--stdin"] + filters, input: bytes)
    let result = try command.result()
    guard result.succeeded, let id = ObjectID(result.outputText) else {
      if let path { throw .filterFailed(path, output: result.errorText) }
      throw .refused(task: "store a file", output: result.errorText)
    }
    return id
  }

  /// Stores a commit with `git commit-tree`, without a reference, and returns its id. No hooks run.
  ///
  /// - Parameters:
  ///   - database: The folder of the objects of another repository; nil for those of this one.
  ///   - now: The time in seconds since 1970, unless git's variables set another one.
  func storeCommit(
    of tree: ObjectID, on parents: [ObjectID], message: String, now: Int64, signing: SigningPolicy,
    isInteractive: Bool = false, in database: String? = nil
  ) throws(GitError) -> ObjectID {
    for role in [Identity.Role.author, .committer] { _ = try identity(role, now: now) }
    let text = try Message(message).text
    let key = try SigningKey(in: self, for: .commit, signing, isInteractive: isInteractive)
    let isSigned = signs(.commit, signing)
    var git = GitChange(self)
    git.isInteractive = isInteractive
    git.settings = key.settings
    git.variables["GIT_OBJECT_DIRECTORY"] = database
    let options = parents.flatMap { ["-p", $0.hex] } + (isSigned ? ["--gpg-sign"] : ["--no-gpg-sign"])
    do throws(GitError) {
      return try git.object(
        of: ["commit-tree", tree.hex] + options + ["-F", "-"], to: "make a commit", input: Array(text.utf8), now: now)
    } catch {
      guard isSigned, case .refused(_, let output) = error else { throw error }
      throw .signingFailed(program: key.program, output: output)
    }
  }
}
