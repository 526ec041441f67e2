import Execution
import Lanes
import MartletTextEditing
import MartletVersioning
import Pipelines
import Steps

/// A release that a lane has tagged and not published. A job that stopped after its push, and is started again, finds
/// nothing to release, and this.
struct UnfinishedRelease: ExplainedError {
  let lane: String
  let tag: String
  /// The page of the draft; nil if there is none.
  let draft: String?
  /// The branch and the commit to check out; nil if the commit of the tag is checked out.
  let checkout: String?
  let isInPipeline: Bool

  var failure: Failure {
    let isThere = draft == nil ? "the forge has no release of" : "the release of"
    return Failure(
      "\(isThere) the tag `\(tag)`\(draft == nil ? "" : " is still a draft"), so its run did not finish",
      hint: hint, notes: draft.map { ["draft: \($0)"] } ?? [], code: .releaseUnfinished, exit: .partlyPublic)
  }

  private var hint: String {
    let command = "`martlet resume --lane \(lane.shellWord)`"
    let job = isInPipeline ? "start the pipeline's job `resume` with the tag `\(tag)`, or " : ""
    guard let checkout else { return "\(job)finish it with \(command)" }
    return "\(job)in a new clone, check out its commit with \(checkout), then finish it with \(command)"
  }
}

extension Session {
  /// Checks that the newest release that a run of the lane may have made is published. It queries the forge only if the
  /// lane publishes releases, and if a token is set.
  ///
  /// - Parameter draft: The project.
  /// - Throws: `UnfinishedRelease`.
  func checkNewestRelease(ofLaneNamed lane: String, in draft: Draft) throws {
    guard draft.releasefile.publishesReleases(inLaneNamed: lane) else { return }
    let packages: [String?] = draft.releasefile.packages.map(\.name)
    for package in packages.isEmpty ? [nil] : packages {
      var draft = draft
      draft.focus(onPackage: package)
      guard let release = try ReleaseHistory.newestRelease(of: draft),
        let trace = try workspace.planTrace(named: release.tag),
        let publicity = publicity(of: trace, in: draft), publicity != .published
      else { continue }
      // Without a draft, the run may have been one of a lane that publishes nothing.
      if case .missing = publicity, try !publishesReleases(ofLaneNamed: lane, at: trace.commit, draft) { continue }
      throw UnfinishedRelease(
        lane: lane, tag: trace.tag, draft: publicity.draftPage, checkout: try checkout(trace),
        isInPipeline: pipeline != nil)
    }
  }

  /// What the forge shows of the release; nil if it could not be read, with a warning.
  private func publicity(of trace: PlanTrace, in draft: Draft) -> ReleasePublicity? {
    do {
      return try workspace.publicity(of: trace, on: draft.forgeRepository(ofTag: trace.tag))
    } catch {
      console.warn(of: error)
      return nil
    }
  }

  /// Whether every lane that makes tags published their releases, as the Releasefile of `commit` declares them.
  private func publishesReleases(ofLaneNamed lane: String, at commit: ObjectID, _ draft: Draft) throws -> Bool {
    guard let path = draft.releasefile.source?.path, let bytes = try workspace.contents(of: path, in: commit),
      let source = try? SourceText(path: path, fileBytes: bytes),
      let releasefile = try? Releasefile(source, vocabulary: .standard)
    else { return false }
    return releasefile.publishesReleases(inLaneNamed: lane) && releasefile.publishesAllTags
  }

  /// The command that checks out the commit of the tag; nil if it is checked out.
  private func checkout(_ trace: PlanTrace) throws -> String? {
    let head = try workspace.head()
    if case .branch(_, trace.commit) = head { return nil }
    let current: String? = if case .branch(let name, _) = head { name } else { nil }
    let branch = try current ?? pipeline?.branch ?? workspace.remoteBranch(with: trace.commit)
    return TraceError.switching(branch, to: trace.tag)
  }
}
