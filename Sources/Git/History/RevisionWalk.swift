import CLibGit2
import MartletVersioning

/// The history by libgit2, which supports neither grafts nor replaced objects and, before 1.7, no shallow clones.
struct RevisionWalk: HistoryReader {
  let repository: Repository

  private static let task = "list the history"

  func commits(from start: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ListedCommit] {
    var commits: [ListedCommit] = []
    for id in try ids(from: start, notFrom: others) {
      let commit = try repository.commit(id)
      let record = CommitRecord(
        id: id, parents: commit.parents,
        author: CommitRecord.Person(name: commit.author.name, email: commit.author.email),
        message: try repository.messageBytes(ofCommit: id))
      commits.append(ListedCommit(record: record, tree: commit.tree))
    }
    return commits
  }

  func ids(from start: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ObjectID] {
    try ids(from: start, notFrom: others, GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue)
  }

  func ancestors(of start: ObjectID) throws(GitError) -> Set<ObjectID> {
    Set(try ids(from: start, notFrom: [], GIT_SORT_NONE.rawValue))
  }

  func count(from start: ObjectID) throws(GitError) -> Int { try ancestors(of: start).count }

  func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    var (above, below) = (try ancestor.libgit2(), try commit.libgit2())
    let answer = git_graph_descendant_of(repository.libgit2, &below, &above)
    try check(answer, from: [commit, ancestor])
    return answer == 1
  }

  private func ids(from start: ObjectID, notFrom others: [ObjectID], _ order: UInt32) throws(GitError) -> [ObjectID] {
    let opened = repository.libgit2
    let walk = try Handle(git_revwalk_free, Self.task) { git_revwalk_new(&$0, opened) }
    try check(git_revwalk_sorting(walk.pointer, order), from: [start])
    var id = try start.libgit2()
    try check(git_revwalk_push(walk.pointer, &id), from: [start])
    for other in others {
      id = try other.libgit2()
      try check(git_revwalk_hide(walk.pointer, &id), from: [other])
    }
    var ids: [ObjectID] = []
    while true {
      let code = git_revwalk_next(&id, walk.pointer)
      if code == GIT_ITEROVER.rawValue { return ids }
      try check(code, from: [start] + others)
      ids.append(ObjectID(id))
    }
  }

  private func check(_ code: Int32, from starts: [ObjectID]) throws(GitError) {
    guard code < 0 else { return }
    let error = LibGit2.error(code, Self.task)
    throw repository.unreadableCommit(above: starts) ?? error
  }
}

extension Repository {
  /// Returns the stored message of a commit; if its encoding is ISO 8859-1, converted to UTF-8.
  fileprivate func messageBytes(ofCommit id: ObjectID) throws(GitError) -> [UInt8] {
    let commit = try handle(ofCommit: id)
    guard let text = git_commit_message_raw(commit.pointer) else { return [] }
    let encoding = git_commit_message_encoding(commit.pointer).map { String(cString: $0) }
    if Self.isLatin1(encoding) { return Array(message(of: commit.pointer).utf8) }
    var bytes: [UInt8] = []
    var position = text
    while position.pointee != 0 {
      bytes.append(UInt8(bitPattern: position.pointee))
      position += 1
    }
    return bytes
  }
}
