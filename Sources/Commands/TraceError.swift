import Lanes
import TextEditing
import Versioning

/// Why a run whose journal is gone cannot be found again.
enum TraceError: Error, Equatable {
  /// No tag at the commit that is checked out says what plan it comes from.
  case noTrace(at: ObjectID, lane: String)
  /// What is checked out is what the run began with. The branch is nil where nothing tells it.
  case behind(PlanTraceName, head: ObjectID, branch: String?)
  /// A remote has the tag that the lane would make, and this clone does not.
  case notFetched(tag: String, remote: String, branch: String?)
  case noBranch(PlanTraceName, branch: String?)
  case noTag(lane: String)
  /// What the lane comes to is not what the tag says.
  case otherPlan(lane: String, tag: String, found: PlanDigest?, expected: PlanDigest)

  /// A tag and what it names, for people.
  struct PlanTraceName: Equatable {
    let tag: String
    let commit: ObjectID
  }
}

extension TraceError: ExplainedError {
  var failure: Failure {
    switch self {
    case .noTrace(let commit, let lane):
      Failure(
        "no tag at \(commit.short), which is checked out, says by a trailer `\(PlanDigest.trailerName)` what plan it comes "
          + "from",
        hint:
          "check out the commit that the run has tagged; when it has tagged none, begin anew with `martlet run \(lane.shellWord)`",
        code: .journalGone)
    case .behind(let trace, let head, let branch):
      Failure(
        "the commit before the release is checked out, \(head.short), expected \(trace.commit.short), which the tag "
          + "`\(trace.tag)` names", hint: "check it out with \(Self.checkout(trace.tag, on: branch))",
        code: .journalGone)
    case .notFetched(let tag, let remote, let branch):
      Failure(
        "the lane would make the tag `\(tag)`, which is on `\(remote)` and not in this clone",
        hint:
          "if a run of it has stopped, get it with `git fetch \(remote.shellWord) tag \(tag.shellWord)`, and check it out with "
          + Self.checkout(tag, on: branch), code: .journalGone)
    case .noBranch(let trace, let branch):
      Failure(
        "no branch is checked out (detached at \(trace.commit.short)), expected the one that the tag `\(trace.tag)` was "
          + "made on", hint: "check it out with \(Self.checkout(trace.tag, on: branch))", code: .journalGone)
    case .noTag(let lane):
      Failure(
        "lane `\(lane)` makes no tag, expected one, by which a run without a journal is found again",
        hint: "see what is there, and do what is left by hand", code: .journalGone)
    case .otherPlan(let lane, let tag, let found, let expected):
      Failure(
        "lane `\(lane)` comes to \(found.map { "the plan \($0)" } ?? "a plan without a digest"), expected \(expected), which "
          + "the tag `\(tag)` says",
        hint:
          "give the parameters and answers of that run, with its Releasefile and its version of martlet, in a folder of the same "
          + "name where no `project` is set", code: .journalGone)
    }
  }

  private static func checkout(_ tag: String, on branch: String?) -> String {
    let merge = "git merge --ff-only \(tag.shellWord)"
    guard let branch else { return "`git switch` and the branch's name, then `\(merge)`" }
    return "`git switch \(branch.shellWord) && \(merge)`"
  }
}

/// A lane that could not be planned again from before the tag that it made.
struct RetracingFailure: ExplainedError {
  let underlying: any Error
  let tag: String

  var failure: Failure {
    var failure = Failure(of: underlying)
    failure.diagnostics[0].notes.append("planned again as it was before the tag `\(tag)`; nothing was changed")
    return failure
  }
}
