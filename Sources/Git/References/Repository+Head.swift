import MartletCore

extension Repository {
  /// Returns the current HEAD.
  ///
  /// - Throws: `GitError.noSuchObject` or `.damaged` when its commit or tree is missing or unreadable.
  package func head() throws(GitError) -> HeadState {
    let head = try namedByHead()
    if let commit = head.commit { _ = try objects.tree(self.commit(commit).tree) }
    return head
  }

  func namedByHead() throws(GitError) -> HeadState {
    let path = "\(gitDirectory)/HEAD"
    let file = try FileState(of: path)
    if let known = knownHead, known.file == file {
      guard case .branch(let name, _) = known.head else { return known.head }
      // The branch may be another one after that.
      if let commit = objects.commit(ofReference: "HEAD"), try FileState(of: path) == file {
        return .branch(name, commit)
      }
    }
    let found = try readHead()
    // With reftable, the file never changes.
    if let file, found.commit != nil, !settings.has(["extensions.refstorage"]) { knownHead = (file, found) }
    return found
  }

  private func readHead() throws(GitError) -> HeadState {
    let task = "read HEAD"
    let query = GitQuery(self)
    // The commit, and `HEAD` or the name of the branch.
    let found = try query.result(of: ["rev-parse", "HEAD", "--symbolic-full-name", "HEAD"])
    let lines = found.output.split(separator: .lineFeed)
    if found.succeeded, lines.count == 2, let commit = ObjectID(String(decoding: lines[0], as: UTF8.self)) {
      return lines[1].elementsEqual("HEAD".utf8) ? .detached(commit) : .branch(try branch(named: lines[1]), commit)
    }
    let target = try query.result(of: ["symbolic-ref", "HEAD"])
    guard target.succeeded else { throw .damaged(task: task, reason: target.lastErrorLine) }
    let branch = try branch(named: target.output.prefix { $0 != .lineFeed })
    return try reference(named: "refs/heads/\(branch)").map { .branch(branch, $0) } ?? .unborn(branch)
  }

  /// Returns the name of the branch with this full name.
  private func branch(named bytes: ArraySlice<UInt8>) throws(GitError) -> String {
    guard let name = String(validUTF8: bytes) else { throw .branchNotText }
    guard name.hasPrefix("refs/heads/") else { throw .failed(task: "read HEAD", reason: "`\(name)` is not a branch") }
    return String(name.dropFirst("refs/heads/".count))
  }

  /// The git command that is under way; nil for none.
  package var ongoingOperation: OngoingOperation? {
    // As in wt-status.c of git (wt_status_get_state).
    let signs: [(name: String, operation: OngoingOperation)] = [
      ("rebase-merge", .rebase), ("rebase-apply/rebasing", .rebase), ("rebase-apply/applying", .applyMailbox),
      ("rebase-apply", .rebase), ("MERGE_HEAD", .merge), ("REVERT_HEAD", .revert),
      ("CHERRY_PICK_HEAD", .cherryPick), ("BISECT_LOG", .bisect),
    ]
    return signs.first { sign in (try? Files.kind(of: "\(gitDirectory)/\(sign.name)")).flatMap(\.self) != nil }?
      .operation
  }

  /// The commits at which a shallow clone ends.
  var shallowCommits: Set<ObjectID> {
    guard let bytes = try? Files.contents(of: "\(commonDirectory)/shallow") else { return [] }
    return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { ObjectID(String($0)) })
  }
}

/// A git command that has begun and must be finished or aborted.
package enum OngoingOperation: String, Equatable, Sendable {
  case merge
  case revert
  case cherryPick = "cherry-pick"
  case bisect
  case rebase
  case applyMailbox = "am"
}

extension Repository {
  /// Returns HEAD, or its newest ancestor before the commits that were made in this clone, as the reflog of HEAD shows; nil
  /// before the first commit.
  ///
  /// A merge, and a commit that was fetched, checked out, applied or rebased, counts as made elsewhere.
  package func originOfHead() throws -> ObjectID? {
    guard var origin = try head().commit else { return nil }
    let entries = try GitQuery(self).result(of: ["log", "--walk-reflogs", "--format=%H %gs", "HEAD"])
    let made = entries.outputText.split(separator: "\n").compactMap { line -> ObjectID? in
      let parts = line.split(separator: " ", maxSplits: 1)
      let isMade = parts.count > 1 && ["commit:", "commit (amend):"].contains(where: parts[1].hasPrefix)
      return isMade ? ObjectID(String(parts[0])) : nil
    }
    let ids = Set(made)
    while ids.contains(origin) {
      let parents = try commit(origin).parents
      guard parents.count == 1 else { break }
      origin = parents[0]
    }
    return origin
  }
}
