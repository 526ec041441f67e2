/// The hooks of one commit, in git's order.
struct CommitHooks {
  let repository: Repository
  let request: CommitRequest
  let author: Identity

  var hasPreCommit: Bool { hook("pre-commit").path != nil }

  /// Whether any hook runs that may read the index.
  var readIndex: Bool { ["pre-commit", "prepare-commit-msg", "commit-msg"].contains { hook($0).path != nil } }

  /// Runs `pre-commit`, which may change `index`.
  func check(index: IndexFile) throws(GitError) {
    try hook("pre-commit").run(variables: variables(index), isInteractive: request.isInteractive)
  }

  /// Returns the message after `prepare-commit-msg` and `commit-msg`, which edit it in a file.
  func message(index: IndexFile) throws(GitError) -> Message {
    let message = try Message(request.message)
    let (prepare, check) = (hook("prepare-commit-msg"), hook("commit-msg"))
    guard prepare.path != nil || check.path != nil else { return message }
    if !index.isWritten { try index.write() }
    let path = "\(repository.gitDirectory)/COMMIT_EDITMSG"
    try Files.overwrite(path, Array(message.text.utf8))
    try prepare.run([path, "message"], variables: variables(index), isInteractive: request.isInteractive)
    try check.run([path], variables: variables(index), isInteractive: request.isInteractive)
    return try Message(String(decoding: try Files.contents(of: path) ?? [], as: UTF8.self))
  }

  /// Runs `post-commit`, whose failure is ignored.
  func reportCommit() {
    try? hook("post-commit").run(variables: variables(nil), isInteractive: request.isInteractive)
  }

  private func hook(_ name: String) -> Hook { Hook(name: name, repository: repository, policy: request.hooks) }

  private func variables(_ index: IndexFile?) -> [String: String] {
    var variables = [
      "GIT_AUTHOR_NAME": author.name, "GIT_AUTHOR_EMAIL": author.email, "GIT_AUTHOR_DATE": "@\(author.rawTime)",
      "GIT_EDITOR": ":", "GIT_PREFIX": "",
    ]
    variables["GIT_INDEX_FILE"] = index?.path
    return variables
  }
}
