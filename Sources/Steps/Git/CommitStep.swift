import Lanes
import MartletCore

/// Commits the files that the run wrote.
package struct CommitStep: Step {
  package static let keyword = "commit"
  package static let foreignNames = ["commit_version_bump", "git_commit"]
  package static let phase = StepPhase.proposal
  package static let summary =
    "Commits exactly the files that this run wrote. Other changed or staged files are not committed."
  package static let parameters = [
    Parameter<Self>.main("message", \.message, "The commit's message."),
    Parameter<Self>("hooks", \.runsHooks, "Whether to run the hooks `pre-commit` and `commit-msg`."),
    Parameter<Self>("sign", \.isSigned, "Whether to sign the commit; if omitted, git's configuration decides."),
  ]

  package var message: Template = "Version ${version}"
  package var runsHooks = true
  package var isSigned: Bool?

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    try draft.refuseUnfinishedOperation()
    let branch = try draft.workingBranch()
    let files = draft.uncommittedFiles
    guard !files.isEmpty else { return Decision(remarks: ["nothing to commit: no earlier step wrote a file"]) }
    try draft.refuseDirtyFiles(files)
    let message = try draft.text(of: message)
    guard !message.allSatisfy(\.isWhitespace) else { throw Failure.emptyMessage(step: Self.keyword) }
    var commit = CommitCreation(
      message: message, files: files, branch: branch.name, parent: try draft.headReference(), runsHooks: runsHooks)
    commit.isSigned = isSigned
    commit.isDetached = branch.isDetached ? true : nil
    var decision = Decision([.createCommit(commit)])
    // A pull request proposes what is in the first commit.
    decision.endsLane = draft.pullRequest != nil
    return decision
  }
}

extension Failure {
  static func emptyMessage(step: String) -> Failure { Failure("the message of `\(step)` is empty, expected some text") }
}

/// The files of a project at `commit`, listed by their current paths.
struct CommitFiles: FileReading {
  let commit: ObjectID
  let draft: Draft

  func source(at path: RelativePath) throws -> SourceText? {
    try draft.workspace.contents(of: path, in: commit).map { try SourceText(path: path, fileBytes: $0) }
  }

  func filePaths() throws -> [RelativePath] { try draft.filePaths() }
  func identity(of path: RelativePath) -> RelativePath { draft.identity(of: path) }
}
