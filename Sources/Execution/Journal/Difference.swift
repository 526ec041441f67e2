import Git
import Lanes
import MartletCore

/// Why a run stopped: the workspace is not as it was when the plan was shown, and no step declares the change.
struct Difference: ExplainedError {
  let failure: Failure

  private init(_ message: String, hint: String, code: FailureCode = .changedSince) {
    failure = Failure(message, hint: hint, code: code)
  }

  static func head(
    _ found: HeadState, expected: HeadState, isPlanned: Bool = true, in workspace: Workspace
  ) -> Difference {
    let isPublished = workspace.wouldDropPublished(found, for: expected)
    let restoring: String
    switch (found, expected) {
    case (.branch(let branch, let commit), .branch(let name, _)) where branch == name && isPublished:
      restoring =
        "\(commit.short) is published, so keep it; if the run is still open, end it with `martlet undo --keep`"
    case (.branch(let branch, let commit), .branch(let name, let old)) where branch == name:
      restoring =
        "keep the other commits with `git branch --force later-\(commit.short)` and go back with "
        + "`git reset --keep \(old.short)`"
    case (_, .branch(let name, _)), (_, .unborn(let name)):
      restoring = "check out `\(name)` with `git switch \(name.shellWord)`"
    case (_, .detached(let commit)): restoring = "go back with `git checkout --detach \(commit.short)`"
    }
    return Difference(
      "\(found.phrase), expected \(expected.phrase)\(isPlanned ? " as in the plan" : ", where the run stopped")",
      hint: (isPlanned ? "if a command of the lane makes this change, declare `changes: [head]` on it; " : "")
        + (isPlanned && !isPublished ? "otherwise " : "") + restoring,
      code: .headMoved)
  }

  static func destination(
    of branch: String, _ found: PushDestination?, expected: PushDestination
  ) -> Difference {
    Difference(
      "git pushes `\(branch)` to \(found.phrase), expected \(Optional(expected).phrase) as in the plan",
      hint: "find the setting with `git config --show-origin --get-regexp '^(remote.pushdefault|branch\\..*)$'`")
  }

  static func addresses(of remote: String, _ found: [String], expected: [String]) -> Difference {
    Difference(
      "`\(remote)` is pushed to \(found.addressList), expected \(expected.addressList) as in the plan",
      hint: "find the setting with `git config --show-origin --get-regexp 'url'`")
  }

  static func identity(_ role: Identity.Role, _ found: String?, expected: String?) -> Difference {
    Difference(
      "the \(role.rawValue) is \(found.map { "`\($0)`" } ?? "missing"), expected `\(expected ?? "")` as in the plan",
      hint:
        "find the setting with `git config --show-origin --get-regexp '^user\\.'`, and see `GIT_\(role.rawValue.uppercased())_NAME`"
    )
  }

  static func tag(_ found: String, expected: [String]) -> Difference {
    Difference(
      "the next stage makes the tag `\(found)`, expected \(expected.isEmpty ? "no tag" : expected.quotedList) as in the plan",
      hint: "undo the run if it is open, then run the lane again for a new plan")
  }

  static func file(
    _ path: RelativePath, _ found: CommittedFile.Contents, expected: CommittedFile.Contents
  ) -> Difference {
    Difference(
      "`\(path)` is \(found.phrase), expected \(expected.phrase) as in the plan",
      hint: expected == .absent
        ? "move the file away; if a command of the lane writes it, declare it in the command's `outputs`"
        : "set the change aside with `git stash push --include-untracked -- \(path.string.shellWord)`; if a command of the lane "
          + "makes it, declare the file in the command's `outputs`")
  }
}

extension Workspace {
  /// Whether the branch would lose a commit of its remote by going back to `old`.
  fileprivate func wouldDropPublished(_ head: HeadState, for old: HeadState) -> Bool {
    guard case .branch(let branch, let commit) = head, case .branch(_, let start) = old,
      let destination = try? pushDestination(of: branch), let tracked = try? trackedHead(of: destination),
      (try? repository.isAncestor(commit, of: start)) != true
    else { return false }
    return tracked == commit || (try? repository.isAncestor(commit, of: tracked)) == true
  }
}

extension HeadState {
  /// Such as "`main` is at 1a2b3c4".
  fileprivate var phrase: String {
    switch self {
    case .branch(let name, let commit): "`\(name)` at \(commit.short)"
    case .unborn(let name): "`\(name)` without a commit"
    case .detached(let commit): "a detached HEAD at \(commit.short)"
    }
  }
}

extension PushDestination? {
  fileprivate var phrase: String { map { "`\($0.branch)` of `\($0.remote)`" } ?? "no remote" }
}

extension [String] {
  fileprivate var addressList: String { isEmpty ? "no address" : quotedList }
}

extension CommittedFile.Contents {
  fileprivate var phrase: String {
    switch self {
    case .bytes(let digest): "sha256:\(digest.hex.prefix(12))"
    case .absent: "missing"
    case .unknown: "unknown"
    }
  }
}
