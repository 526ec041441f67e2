import Lanes
import MartletTextEditing
import MartletVersioning

/// Why a run whose journal is missing cannot be found again.
enum TraceError: Error, Equatable {
  /// No tag at the checked-out commit has a plan digest.
  case noTrace(at: ObjectID, lane: String)
  /// The checked-out commit is before the one of the run's last tag. The branch is nil when it is unknown.
  case behind(PlanTraceName, head: ObjectID, branch: String?)
  /// A remote has the tag that the lane would make, but this clone does not.
  case notFetched(tag: String, remote: String, branch: String?)
  case noBranch(PlanTraceName, branch: String?)
  case noTag(lane: String)
  /// The plan of the lane has another digest than the tag.
  case otherPlan(lane: String, tag: String, found: PlanDigest?, expected: PlanDigest)

  /// A tag and its commit.
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
        "no tag at the checked-out commit \(commit.short) has a trailer `\(PlanDigest.trailerName)`",
        hint:
          "in a new clone, check out the commit that the run tagged with \(Self.switching(nil, to: "TAG")); if it made no "
          + "tag, begin again with "
          + "`martlet run \(lane.shellWord)`",
        code: .journalGone)
    case .behind(let trace, let head, let branch):
      Failure(
        "the checked-out commit \(head.short) is not the last one of the release, expected \(trace.commit.short), the "
          + "commit of the tag `\(trace.tag)`", hint: "check it out with \(Self.checkout(trace.tag, on: branch))",
        code: .journalGone)
    case .notFetched(let tag, let remote, let branch):
      Failure(
        "the lane would make the tag `\(tag)`, which exists on `\(remote)`, but not in this clone",
        hint:
          "if its run has stopped, fetch the tag with `git fetch \(remote.shellWord) tag \(tag.shellWord)`, then, in a new "
          + "clone, check it out with \(Self.switching(branch, to: tag))", code: .journalGone)
    case .noBranch(let trace, let branch):
      Failure(
        "no branch is checked out (detached at \(trace.commit.short)), expected the one that the tag `\(trace.tag)` was "
          + "made on",
        hint: "in a new clone, check it out with \(Self.switching(branch, to: trace.tag))", code: .journalGone)
    case .noTag(let lane):
      Failure(
        "lane `\(lane)` makes no tag, which is needed to find a run without its journal",
        hint: Self.byHand, code: .journalGone)
    case .otherPlan(let lane, let tag, let found, let expected):
      Failure(
        "the plan of lane `\(lane)` \(found.map { "has the digest \($0)" } ?? "has no digest"), expected \(expected), as "
          + "in the tag `\(tag)`",
        hint:
          "use the parameters, answers, Releasefile and version of martlet of that run; without `project` in the "
          + "Releasefile, also a folder of the same name", code: .journalGone)
    }
  }

  /// The way out if the run cannot be found again.
  fileprivate static let byHand = "check which steps were done, and do the rest by hand"

  /// The command that moves the branch to the commit of the tag, even if it has later commits.
  static func switching(_ branch: String?, to tag: String) -> String {
    "`git switch --force-create \(branch?.shellWord ?? "BRANCH") \("refs/tags/\(tag)^{commit}".shellWord)`"
  }

  /// The commands that move the branch forward to the tag.
  private static func checkout(_ tag: String, on branch: String?) -> String {
    let merge = "git merge --ff-only \(tag.shellWord)"
    guard let branch else { return "`git switch` and the branch's name, then `\(merge)`" }
    return "`git switch \(branch.shellWord) && \(merge)`"
  }
}

/// A lane that could not be planned again from the commit before its tag.
struct ReplanFailure: ExplainedError {
  let underlying: any Error
  let tag: String

  var failure: Failure {
    var failure = Failure(of: underlying)
    failure.diagnostics[0].notes.append(
      "while planning again from the commit before the tag `\(tag)`; nothing was changed")
    failure.diagnostics[0].hint = failure.diagnostics[0].hint ?? TraceError.byHand
    return failure
  }
}
