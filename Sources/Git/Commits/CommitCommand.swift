import MartletCore
import Processes

/// One `git commit --only`, and what it has done.
struct CommitCommand {
  let repository: Repository
  let request: CommitRequest
  /// HEAD before it.
  let head: HeadState
  /// The index that it uses and changes.
  let index: CommitIndex

  private static let task = "make the commit"

  /// Makes the commit, and returns the start of its id, as git prints it.
  func run() throws(GitError) -> String {
    let paths = index.paths
    let folder = try repository.makeTemporaryDirectory()
    defer { Files.removeTree(folder) }
    let key = try SigningKey(in: repository, for: .commit, request.signing, isInteractive: request.isInteractive)
    var git = GitChange(repository)
    git.hooks = request.hooks
    git.isInteractive = request.isInteractive
    git.settings = key.settings
    git.variables = index.variables.merging(["GIT_TRACE2_EVENT": "\(folder)/trace"]) { $1 }
    var command = git.command(
      ["commit", "--only", "--file=-"] + key.options(of: .commit) + ["--"] + paths.map(\.literal),
      input: Array(request.message.utf8), now: request.now)
    command.environment["GIT_TRACE2_PARENT_SID"] = nil
    let result = try command.result()
    guard result.succeeded else {
      let trace = GitTrace(try Files.contents(of: "\(folder)/trace") ?? [])
      throw try failure(result, trace, signingBy: key.program)
    }
    // The first line of the summary is such as `[main 1a2b3c4] Subject`. The name of a branch has no blank, and the words
    // before it may be translated.
    let words = result.outputText.prefix { !$0.isNewline }.split(separator: " ")
    guard let name = words.first(where: { word in word.last == "]" && word.dropLast().allSatisfy { $0.isHexDigit } })
    else { throw .failed(task: Self.task, reason: "`git commit` printed `\(words.joined(separator: " "))`") }
    return String(name.dropLast())
  }

  /// Returns the reason why git has made no commit.
  private func failure(
    _ result: CommandResult, _ trace: GitTrace, signingBy program: String
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
      var git = GitChange(repository)
      git.variables = index.variables
      let trial = git.command(["commit", "--dry-run", "--only", "--"] + index.paths.map(\.literal))
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
