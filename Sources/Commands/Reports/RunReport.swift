import Execution
import Lanes
import MartletCore

/// The report of a run or a plan for a CI system: values for later steps, and a summary for its web page.
struct RunReport {
  let lane: String
  /// The call graph of the lane, in the language of Mermaid.
  let graph: String
  let notesPlaces: [NotesPlace]
  /// The version before and after.
  var version: VersionState?
  /// All entries that were planned so far.
  private(set) var planned: [Plan.Entry] = []
  private(set) var ending = Ending.planned
  /// Whether the lane found nothing to release.
  private(set) var foundNothing = false
  /// The packages of the repository that the run released, in the order of the Releasefile; nil if it declares none.
  private(set) var packages: [ReleasedPackage]?

  /// A package that a run released.
  struct ReleasedPackage: Encodable {
    let name: String
    let version: String
    /// Nil if the run created no tag for it.
    let tag: String?
  }

  enum Ending {
    /// Only a plan was made.
    case planned
    case done(StageResult)
    case proposed(ProposalResult)
    /// The error, and the entries that are public nevertheless.
    case failed(any Error, published: [Plan.Entry])
  }

  init(of planner: Planner) {
    lane = planner.title
    notesPlaces = NotesPlace.all(of: planner.draft)
    let releasefile = planner.draft.releasefile
    graph = LaneGraph(releasefile.lane(named: planner.title).map(releasefile.lanes(calledBy:)) ?? [])
      .text(in: .mermaid)
  }

  /// Adds the entries of a stage that is about to be performed.
  mutating func append(_ plan: Plan) {
    append(plan.entries)
    version = plan.version ?? version
  }

  /// Adds entries, except those that were added before.
  mutating func append(_ entries: [Plan.Entry]) {
    let known = Set(planned.map(\.number))
    planned += entries.filter { !known.contains($0.number) }
  }

  /// Sets the ending of the run.
  ///
  /// - Parameter planner: The planner, after the last stage.
  mutating func end(_ ending: Ending, of planner: Planner) {
    self.ending = ending
    foundNothing = planner.hasNothingToRelease
    let declared = planner.draft.releasefile.packages
    guard case .done = ending, !declared.isEmpty else { return }
    packages = declared.compactMap { package in
      guard let version = planner.draft.changedVersion(ofPackage: package.name)?.current else { return nil }
      let tag = package.tagFormat.tag(for: version)
      return ReleasedPackage(
        name: package.name, version: version.description, tag: tags.contains(tag) ? tag : nil)
    }
  }

  /// The result in one word, for programs.
  var outcome: String {
    switch ending {
    case .planned: "planned"
    case .done: foundNothing ? "nothing" : "done"
    case .proposed(.opened), .proposed(.updated), .proposed(.unchanged): "proposed"
    case .proposed(.closed), .proposed(.nothing), .proposed(.outdated): "nothing"
    case .failed(let error, _) where Failure(of: error).exit == .declined: "declined"
    case .failed(let error, _) where Failure(of: error).exit == .partlyPublic: "partly-public"
    case .failed: "failed"
    }
  }

  /// The public references and steps, as text.
  var publicNames: [String] {
    let entries: [Plan.Entry] =
      switch ending {
      case .planned, .proposed: []
      case .done: planned.filter(\.effect.isOutward)
      case .failed(_, let published): published
      }
    if case .proposed(let result) = ending, let request = result.pullRequest {
      return ["pull request \(request.number): \(request.page)"]
    }
    // What a command makes public is unknown, and its line may contain secrets.
    return entries.map { if case .runCommand = $0.effect { "`\($0.step)`" } else { $0.effect.summary.object } }
  }

  /// The results of the run by name, for later steps. Results that the run does not have are left out.
  var values: [(name: String, value: String)] {
    var values: [(String, String?)] = [("lane", lane), ("outcome", outcome)]
    switch ending {
    case .planned: values += intended
    case .done(let result):
      values += intended + [("commit", result.commits.max { $0.key < $1.key }?.value.hex)]
      values += [("address", result.releases.max { $0.key < $1.key }?.value.url)]
    case .proposed(let result):
      values += intended
      values += [("pull_request", result.pullRequest.map { String($0.number) }), ("url", result.pullRequest?.page)]
    case .failed: break
    }
    return values.compactMap { name, value in value.map { (name, $0) } }
  }

  private var intended: [(String, String?)] {
    [
      ("version", version?.current.description), ("previous_version", version?.previous?.description),
      ("tag", tags.first),
      ("branch", branch),
    ]
  }

  private var tags: [String] {
    planned.compactMap { if case .createTag(let tag) = $0.effect { tag.name } else { nil } }
  }

  private var branch: String? {
    planned.lazy.compactMap { if case .createCommit(let commit) = $0.effect { commit.branch } else { nil } }.first
  }
}

extension Releasefile {
  /// Returns `lane` and the lanes that it calls, directly or indirectly, in the order of the file.
  fileprivate func lanes(calledBy lane: Lane) -> [Lane] {
    var names: Set<String> = []
    var open = [lane.name]
    while let name = open.popLast() {
      guard names.insert(name).inserted, let lane = self.lane(named: name) else { continue }
      open += lane.steps.flatMap(\.laneCalls).map(\.lane.name)
    }
    return lanes.filter { names.contains($0.name) }
  }
}
