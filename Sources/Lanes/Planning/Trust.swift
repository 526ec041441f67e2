import MartletCore

/// What a command may do for the user.
///
/// It is decided once for each command, from the pipeline that runs it and from the Releasefile. In a pull request
/// from a fork, or with another Releasefile, a command only reads the repository. The rule protects against mistakes
/// only: a pull request that can change the pipeline itself has all its rights.
package struct Trust: Equatable, Sendable {
  /// The trust in a command that no pipeline runs.
  package static let full = Trust()

  /// Why the user who started the pipeline may not be allowed to release; nil if nothing is known against it.
  private var origin: Doubt?
  /// Why the Releasefile may not be the user's.
  private var releasefile: Doubt?

  private init() {}

  /// Decides the trust in a command.
  ///
  /// - Parameters:
  ///   - pipeline: Nil for a command that no pipeline runs.
  ///   - source: Returns the text of the Releasefile; nil if there is none. It is called for pull requests only. Nil for
  ///     a command that reads no Releasefile.
  package init(
    in pipeline: Pipeline?, _ workspace: some WorkspaceReading, releasefile source: (() throws -> SourceText?)?
  ) {
    guard let pipeline, !pipeline.isTrusted else { return }
    guard let pullRequest = pipeline.pullRequest else {
      origin = pipeline.unknownEvent.map { .event($0, pipeline.system) } ?? Self.doubt(ofHeadIn: pipeline, workspace)
      if source != nil { releasefile = origin }
      return
    }
    if pullRequest.origin != .sameRepository { origin = .pullRequest(pullRequest.origin) }
    guard let source else { return }
    do {
      releasefile = try UntrustedReleasefile(source(), in: pipeline, workspace).map(Doubt.releasefile)
    } catch {
      releasefile = .releasefile(.unreadable)
    }
  }

  /// Why HEAD may not be what the job builds: a job for a branch can check out the commit of a pull request. nil for the
  /// commit or the tag of the job, and for one of its branch; commits that were made here above the job's do not count.
  private static func doubt(ofHeadIn pipeline: Pipeline, _ workspace: some WorkspaceReading) -> Doubt? {
    do {
      guard let head = try workspace.head().commit, head != pipeline.commit else { return nil }
      let base = try pipeline.commit == nil ? head : workspace.originOfHead() ?? head
      if base == pipeline.commit { return nil }
      let tagged = try pipeline.tag.flatMap { try workspace.commit(named: "refs/tags/\($0)") }
      if base == tagged { return nil }
      let tip = try pipeline.branch.flatMap { try workspace.commit(named: "refs/remotes/origin/\($0)") }
      if let tip, try tip == base || workspace.firstAncestor(of: tip, among: [base]) != nil { return nil }
      return .head(base, pipeline.system)
    } catch {
      return .head(nil, pipeline.system)
    }
  }

  /// Something that needs trust.
  package enum Act {
    /// Changes the project, or something public.
    case write
    /// Contacts a host other than that of the remote `origin`.
    case contact
    /// Reads a token, a password or the key for signatures.
    case useCredential
    /// Runs a program of the lane, or writes a file of it that is not part of the project, without any of the others.
    case run
  }

  /// Whether every act is allowed.
  package var isFull: Bool { self == .full }

  /// - Parameter stop: What `act` would have been, in messages.
  /// - Throws: `UntrustedPipeline` if `act` is not allowed.
  package func check(_ act: Act, before stop: @autoclosure () -> String) throws(UntrustedPipeline) {
    let doubt =
      switch act {
      case .write, .contact, .useCredential: origin ?? releasefile
      case .run: releasefile
      }
    if let doubt { throw UntrustedPipeline(doubt: doubt, stop: stop()) }
  }

  /// - Throws: `UntrustedPipeline` if an effect of `entries` is not allowed.
  package func check(_ entries: [Plan.Entry]) throws(UntrustedPipeline) {
    for entry in entries {
      if let act = entry.effect.value.act { try check(act, before: "`\(entry.step)`") }
    }
  }

  /// Checks all effects of `planner` that are known before its first stage is performed.
  ///
  /// - Throws: `UntrustedPipeline`; also if a later stage is unknown, and effects that write would not be allowed.
  package func check(everythingOf planner: Planner) throws {
    guard !isFull else { return }
    var preview = planner
    do {
      try check(try preview.preview().entries)
    } catch let failure as StepFailure {
      try check(preview.plan.entries)
      try check(.write, before: "`\(failure.step)`")
    }
  }
}

/// Why a command may not be the user's.
private enum Doubt: Equatable, Sendable {
  /// The pull request comes from a fork, or may do so.
  case pullRequest(Pipeline.PullRequest.Origin)
  /// The event is unknown, so that anybody may have caused it; empty if the system does not provide it.
  case event(String, CISystem)
  /// HEAD is not the commit that the system builds, nor one of the branch that it builds; nil: it cannot be read.
  case head(ObjectID?, CISystem)
  case releasefile(UntrustedReleasefile)

  var phrase: String {
    switch self {
    case .pullRequest(let origin): "pull request \(origin.phrase)"
    case .event("", let system): "\(system.name) does not provide the event of this pipeline"
    case .event(let name, _): "this pipeline was started by `\(name)`, which is not known to need write access"
    case .head(let commit, let system):
      "`HEAD`\(commit.map { " (\($0.short))" } ?? "") is neither the commit nor on the branch that \(system.name) builds"
    case .releasefile(let releasefile): releasefile.phrase
    }
  }

  var hint: String {
    switch self {
    case .pullRequest(.unknown): "run this in a branch build; \(Self.statement)"
    case .pullRequest: "run this in a branch build"
    case .event, .head: Self.statement
    case .releasefile(let releasefile): releasefile.hint
    }
  }

  private static let statement =
    "if only users who may release can start this pipeline, set `\(Pipeline.trustVariable)=true` in its definition"
}

/// An act that an untrusted pipeline does not perform.
package struct UntrustedPipeline: ExplainedError, Equatable {
  fileprivate let doubt: Doubt
  fileprivate let stop: String

  package var failure: Failure {
    let (message, notes) = ("\(doubt.phrase): Martlet only reads the repository here", ["stopped before \(stop)"])
    return switch doubt {
    case .pullRequest, .event, .head: Failure(message, hint: doubt.hint, notes: notes, code: .pullRequest)
    case .releasefile: Failure(message, hint: doubt.hint, notes: notes, code: .pullRequestReleasefile)
    }
  }
}
