import MartletCore
import Processes

/// One `git commit --only`, and what it has done.
struct CommitCommand {
  let repository: Repository
  let request: CommitRequest
  /// HEAD before it.
  let head: HeadState

  private static let task = "make the commit"

  /// Makes the commit, and returns it.
  ///
  /// - Parameter paths: Those that git knows.
  func run(_ paths: [RelativePath]) throws(GitError) -> ObjectID {
    let folder = try Files.makeTemporaryDirectory(below: repository.environment["TMPDIR"] ?? "/tmp")
    defer { Files.removeTree(folder) }
    let key = try SigningKey(in: repository, for: .commit, request.signing, isInteractive: request.isInteractive)
    var git = GitChange(repository)
    git.hooks = request.hooks
    git.isInteractive = request.isInteractive
    git.settings = key.settings
    git.variables = ["GIT_TRACE2_EVENT": "\(folder)/trace"]
    var command = git.command(
      ["commit", "--only", "--file=-"] + key.options(of: .commit) + ["--"] + paths.map(\.literal),
      input: Array(request.message.utf8), now: request.now)
    command.environment["GIT_TRACE2_PARENT_SID"] = nil
    let result = try command.result()
    guard result.succeeded else {
      let trace = GitTrace(try Files.contents(of: "\(folder)/trace") ?? [])
      throw try failure(result, trace, paths, signingBy: key.program)
    }
    return try commit(in: result.outputText)
  }

  /// Returns the commit that git names in the first line of its summary, such as `[main 1a2b3c4] Subject`.
  private func commit(in summary: String) throws(GitError) -> ObjectID {
    let words = summary.prefix { !$0.isNewline }.split(separator: " ")
    // The name of a branch has no blank, and the words before it may be translated.
    let name = words.first { word in word.last == "]" && word.dropLast().allSatisfy { $0.isHexDigit } }
    guard let name, let id = try repository.object(named: "\(name.dropLast())^{commit}") else {
      throw .failed(task: Self.task, reason: "`git commit` printed `\(words.joined(separator: " "))`")
    }
    return id
  }

  /// Returns the reason why git has made no commit.
  private func failure(
    _ result: CommandResult, _ trace: GitTrace, _ paths: [RelativePath], signingBy program: String
  ) throws(GitError) -> GitError {
    let output = result.errorText
    if let child = trace.children.last(where: { $0.status != 0 && ($0.isSigning || $0.mayRefuse) }) {
      guard let hook = child.hook else { return .signingFailed(program: program, output: output) }
      return .hookFailed(name: hook, how: "exit status \(child.status)", output: output)
    }
    _ = repository.removeLocksOfDeadCommits()
    let found = try repository.reference(named: head.reference)
    guard found == head.commit else { return .referenceMoved(head.reference, expected: head.commit, found: found) }
    for name in ["index", "HEAD", head.reference] { try repository.lockWait(name).waitUntilFree() }
    if result.termination == .exited(status: 1) {
      let message = try Files.contents(of: "\(repository.gitDirectory)/COMMIT_EDITMSG") ?? []
      if message.allSatisfy({ $0.isBlank || $0.isLineEnd }) { return .emptyMessage }
      let trial = GitChange(repository).command(["commit", "--dry-run", "--only", "--"] + paths.map(\.literal))
      if try trial.result().termination == .exited(status: 1) { return .nothingToCommit }
    }
    return output.isEmpty
      ? .failed(task: Self.task, reason: "\(result.termination)") : .refused(task: Self.task, output: output)
  }
}

extension GitTrace.Child {
  /// Whether it is a hook that git runs before the commit is made.
  fileprivate var mayRefuse: Bool {
    ["pre-commit", "prepare-commit-msg", "commit-msg", "reference-transaction"].contains(hook)
  }
}
