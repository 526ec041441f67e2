import Execution
import Lanes
import MartletCore

/// The report of a run or a plan for a CI system: values for later steps, and a summary for its web page.
struct RunReport {
  let lane: String
  let notesPlaces: [NotesPlace]
  private let currentBranch: String?
  private let tagFormat: TagFormat?
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
    case done(Outcomes)
    case proposed(ProposalResult)
    /// The error, and the entries that are public nevertheless.
    case failed(any Error, published: [Plan.Entry])
  }

  init(of planner: Planner) {
    lane = planner.title
    notesPlaces = NotesPlace.all(of: planner.draft)
    currentBranch = try? planner.draft.branch()
    tagFormat = try? planner.draft.tagFormat()
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
        name: package.name, version: version.description, tag: tags.contains { $0.name == tag } ? tag : nil)
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
    case .done(let outcomes):
      let inOrder = outcomes.sorted { $0.key < $1.key }.map(\.value)
      values += intended + [("commit", inOrder.compactMap(\.commit).last?.hex ?? taggedCommit)]
      values += [("address", inOrder.compactMap(\.release).last?.url)]
    case .proposed(let result):
      values += intended
      values += [("pull_request", result.pullRequest.map { String($0.number) }), ("url", result.pullRequest?.page)]
    case .failed: break
    }
    return values.compactMap { name, value in value.map { (name, $0) } }
  }

  private var intended: [(String, String?)] {
    [
      ("version", version?.current.description ?? tags.first.flatMap { tagFormat?.version(of: $0.name)?.description }),
      ("previous_version", version?.previous?.description), ("tag", tags.first?.name), ("branch", branch),
    ]
  }

  private var tags: [TagCreation] {
    planned.compactMap { if case .createTag(let tag) = $0.effect { tag } else { nil } }
  }

  private var branch: String? {
    planned.lazy.compactMap { if case .createCommit(let commit) = $0.effect { commit.branch } else { nil } }.first
      ?? currentBranch
  }

  /// The commit of a tag, if it was there before the run.
  private var taggedCommit: String? {
    if case .existing(let id)? = tags.first?.target { id.hex } else { nil }
  }
}
