import CLibGit2
import Processes
import TextEditing
import Versioning

extension Repository {
  /// The commit of that id; throws `noSuchObject` when there is none.
  package func commit(_ id: ObjectID) throws(GitError) -> Commit {
    let commit = try handle(ofCommit: id)
    guard let tree = git_commit_tree_id(commit.pointer), let author = git_commit_author(commit.pointer),
      let committer = git_commit_committer(commit.pointer)
    else { throw .failed(task: "read the commit \(id)", reason: "it is not whole") }
    return Commit(
      id: id, tree: ObjectID(tree.pointee), parents: parents(of: commit.pointer),
      people: (Identity(author.pointee), Identity(committer.pointee)), message: message(of: commit.pointer))
  }

  /// The bytes of a file as the commit has it, without conversion of line ends; nil when it has no such file. Of a
  /// symbolic link, what it points to.
  package func contents(of path: RelativePath, in commit: ObjectID) throws(GitError) -> [UInt8]? {
    let task = "read `\(path)` of \(commit)"
    let tree = try handle(ofTreeOf: commit)
    let entry = try Handle.ifFound(git_tree_entry_free, task) {
      git_tree_entry_bypath(&$0, tree.pointer, path.string)
    }
    guard let entry, git_tree_entry_type(entry.pointer) == GIT_OBJECT_BLOB else { return nil }
    let blob = try Handle(git_blob_free, task) { git_blob_lookup(&$0, pointer, git_tree_entry_id(entry.pointer)) }
    return Array(
      UnsafeRawBufferPointer(
        start: git_blob_rawcontent(blob.pointer), count: Int(git_blob_rawsize(blob.pointer))))
  }

  /// Whether `ancestor` can be reached from `commit` by parents; a commit is its own ancestor.
  ///
  /// In a shallow clone, history ends where it was cut off.
  package func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    if ancestor == commit { return true }
    guard !isShallow else { return try reachableCommits(from: commit).contains(ancestor) }
    _ = try handle(ofCommit: commit)
    _ = try handle(ofCommit: ancestor)
    var (young, old) = (try commit.libgit2(), try ancestor.libgit2())
    let code = git_graph_descendant_of(pointer, &young, &old)
    try LibGit2.check(code, "compare two commits")
    return code == 1
  }

  /// How many commits can be reached from `commit`, itself included: what `git rev-list --count` says.
  package func countOfCommits(reachableFrom commit: ObjectID) throws(GitError) -> Int {
    if isRewritten { return try countByGit(commit) }
    return try isShallow
      ? reachableCommits(from: commit).count : walk(from: commit, hiding: [], order: GIT_SORT_NONE).count
  }

  /// Whether git shows another history than what is stored, by `git replace` or grafts, of which libgit2 knows nothing.
  private var isRewritten: Bool {
    let grafts = (try? Files.contents(of: "\(commonDirectory)/info/grafts")) ?? []
    return !grafts.isEmpty || (try? replacedObjects().isEmpty) == false
  }

  private func countByGit(_ commit: ObjectID) throws(GitError) -> Int {
    let result: CommandResult
    do {
      result = try gitProgram.command(["rev-list", "--count", commit.hex]).run()
    } catch {
      throw .program(error)
    }
    guard result.succeeded, let count = Int(result.outputText) else {
      throw .failed(task: "count the commits", reason: result.errorText)
    }
    return count
  }

  /// The commits that can be reached from `commit` and from none of `others`, children before their parents, otherwise
  /// the youngest first.
  package func commits(reachableFrom commit: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ObjectID] {
    guard isShallow else { return try walk(from: commit, hiding: others, order: GIT_SORT_TOPOLOGICAL) }
    var hidden: Set<ObjectID> = []
    for other in others { hidden.formUnion(try reachableCommits(from: other)) }
    return try reachableCommits(from: commit, except: hidden)
  }

  /// libgit2 before 1.7 does not know where a shallow clone ends and stumbles over the missing parents.
  private func reachableCommits(from commit: ObjectID, except hidden: Set<ObjectID> = []) throws(GitError) -> [ObjectID]
  {
    let ends = shallowCommits
    var seen = hidden
    var found: [ObjectID] = []
    var next = [commit]
    while !next.isEmpty {
      var parents: [ObjectID] = []
      for id in next where seen.insert(id).inserted {
        found.append(id)
        if !ends.contains(id) { parents += self.parents(of: try handle(ofCommit: id).pointer) }
      }
      next = parents
    }
    return found
  }

  private func walk(from commit: ObjectID, hiding others: [ObjectID], order: git_sort_t) throws(GitError) -> [ObjectID]
  {
    let task = "walk the history of \(commit)"
    let walk = try Handle(git_revwalk_free, task) { git_revwalk_new(&$0, pointer) }
    let time = order == GIT_SORT_NONE ? 0 : GIT_SORT_TIME.rawValue
    try LibGit2.check(git_revwalk_sorting(walk.pointer, order.rawValue | time), task)
    var id = try commit.libgit2()
    guard git_revwalk_push(walk.pointer, &id) == 0 else { throw .noSuchObject(commit) }
    for other in others {
      id = try other.libgit2()
      guard git_revwalk_hide(walk.pointer, &id) == 0 else { throw .noSuchObject(other) }
    }
    var found: [ObjectID] = []
    while true {
      let code = git_revwalk_next(&id, walk.pointer)
      if code == GIT_ITEROVER.rawValue { return found }
      try LibGit2.check(code, task)
      found.append(ObjectID(id))
    }
  }

  func handle(ofCommit id: ObjectID) throws(GitError) -> Handle {
    var raw = try id.libgit2()
    let commit = try Handle.ifFound(git_commit_free, "read the commit \(id)") {
      git_commit_lookup(&$0, pointer, &raw)
    }
    guard let commit else { throw .noSuchObject(id) }
    return commit
  }

  func handle(ofTreeOf commit: ObjectID) throws(GitError) -> Handle {
    let commit = try handle(ofCommit: commit)
    return try Handle(git_tree_free, "read the tree of a commit") { git_commit_tree(&$0, commit.pointer) }
  }

  private func parents(of commit: OpaquePointer) -> [ObjectID] {
    (0..<git_commit_parentcount(commit)).compactMap { git_commit_parent_id(commit, $0).map { ObjectID($0.pointee) } }
  }

  private func message(of commit: OpaquePointer) -> String {
    guard let text = git_commit_message(commit) else { return "" }
    let encoding = git_commit_message_encoding(commit).map { String(cString: $0).lowercased() }
    guard let encoding, ["iso-8859-1", "iso8859-1", "latin1", "latin-1"].contains(encoding) else {
      return String(cString: text)
    }
    var message = ""
    var position = text
    while position.pointee != 0 {
      message.unicodeScalars.append(Unicode.Scalar(UInt8(bitPattern: position.pointee)))
      position += 1
    }
    return message
  }
}

extension Identity {
  init(_ signature: git_signature) {
    self.init(
      name: String(cString: signature.name), email: String(cString: signature.email), time: signature.when.time,
      offset: Int(signature.when.offset))
  }
}
