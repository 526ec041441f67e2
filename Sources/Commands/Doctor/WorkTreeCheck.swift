import Execution
import Lanes
import MartletCore

/// Checks the checked-out branch, and for uncommitted changes.
struct WorkTreeCheck: DoctorCheck {
  static let topic = "work tree"
  let workspace: Workspace
  /// The CI system that runs this; nil for none.
  let pipeline: Pipeline?

  func findings() throws -> [Finding] {
    if let operation = try workspace.unfinishedOperation() {
      return Finding.findings(Self.topic, .fail, of: Failure.unfinishedOperation(operation))
    }
    var findings: [Finding] = []
    let place: String
    switch try workspace.head() {
    case .branch(let name, let head):
      place = "on `\(name)`"
      if let upstream = try workspace.pushDestination(of: name), let tracked = try workspace.trackedHead(of: upstream) {
        let count = try workspace.countOfCommits(reachableFrom: tracked, notFrom: head)
        if count > 0 {
          findings.append(
            warn(
              "\(count.of("commit")) behind `\(upstream.trackedName)`, as of the last fetch",
              hint: "pull them with `git pull`"))
        }
      }
    case .unborn(let name):
      return Finding.findings(Self.topic, .warn, of: Failure.noCommit(branch: name))
    case .detached(let commit):
      // A lane uses the branch of the CI system then.
      if let branch = pipeline?.branch, pipeline?.commit == commit {
        place = "at \(commit.short) of `\(branch)`"
      } else {
        place = "at \(commit.short)"
        findings += Finding.findings(Self.topic, .warn, of: Failure.detachedHead(commit, pipeline))
      }
    }
    let changes = try workspace.changes()
    if !changes.isEmpty {
      let untracked = changes.count { $0.isUntracked }
      let words = [
        changes.count > untracked ? "\(changes.count - untracked) changed" : nil,
        untracked > 0 ? "\(untracked) untracked" : nil,
      ]
      findings.append(
        warn(
          "not clean: \(words.compactMap { $0 }.joined(separator: ", "))",
          hint: try workspace.unfinishedRun() == nil
            ? "commit them, or stash them with `git stash --include-untracked`"
            : "leave them: a run has not ended, and `martlet status` shows which files it wrote"))
    }
    return findings.isEmpty ? [ok("clean, \(place)")] : findings
  }
}
