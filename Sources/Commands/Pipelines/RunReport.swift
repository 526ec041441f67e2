import Execution
import Lanes
import TextEditing
import Versioning

/// What others learn of a run when it is over, or of a plan: later steps of a pipeline, and people who look at it.
struct RunReport {
  let lane: String
  /// The lanes that it consists of, in the language of Mermaid.
  let graph: String
  let notesPlaces: [NotesPlace]
  /// The version before and after.
  var version: VersionState?
  /// All that was planned, as far as it came to that.
  private(set) var planned: [Plan.Entry] = []
  var ending = Ending.planned

  enum Ending {
    /// Nothing was to be done.
    case planned
    case done(StageResult)
    /// The error, and what is public for all that.
    case failed(any Error, published: [Plan.Entry])
  }

  init(of planner: Planner) {
    lane = planner.title
    notesPlaces = NotesPlace.all(of: planner.draft)
    let releasefile = planner.draft.releasefile
    graph = LaneGraph(releasefile.lane(named: planner.title).map(releasefile.lanes(calledBy:)) ?? [])
      .text(in: .mermaid)
  }

  /// Takes note of what a stage is about to do.
  mutating func append(_ plan: Plan) {
    append(plan.entries)
    version = plan.version ?? version
  }

  /// Takes note of entries, of which some may be known already.
  mutating func append(_ entries: [Plan.Entry]) {
    let known = Set(planned.map(\.number))
    planned += entries.filter { !known.contains($0.number) }
  }

  /// In one word, for programs.
  var outcome: String {
    switch ending {
    case .planned: "planned"
    case .done: "done"
    case .failed(let error, _) where Failure(of: error).exit == .declined: "declined"
    case .failed(let error, _) where Failure(of: error).exit == .partlyPublic: "partly-public"
    case .failed: "failed"
    }
  }

  /// The references that are public now, for people.
  var publicNames: [String] {
    let entries: [Plan.Entry] =
      switch ending {
      case .planned: []
      case .done: planned.filter(\.effect.isOutward)
      case .failed(_, let published): published
      }
    return entries.map { entry in
      switch entry.effect {
      case .pushRefs(let push): "\(push.refs.map(\.shortName).joined(separator: ", ")) → \(push.remote)"
      case .release(let effect): effect.phrase.object
      case .runCommand, .writeFile, .createCommit, .createTag, .writeArchive, .showMessage: "`\(entry.step)`"
      }
    }
  }

  /// What became of the run by name, for later steps; what it has not made, or will not, is left out.
  var values: [(name: String, value: String)] {
    var values: [(String, String?)] = [("lane", lane), ("outcome", outcome)]
    switch ending {
    case .planned: values += intended
    case .done(let result): values += intended + [("commit", result.commits.max { $0.key < $1.key }?.value.hex)]
    case .failed: break
    }
    return values.compactMap { name, value in value.map { (name, $0) } }
  }

  private var intended: [(String, String?)] {
    [
      ("version", version?.current.description), ("previous_version", version?.previous?.description), ("tag", tag),
      ("branch", branch),
    ]
  }

  private var tag: String? {
    planned.lazy.compactMap { if case .createTag(let tag) = $0.effect { tag.name } else { nil } }.first
  }

  private var branch: String? {
    planned.lazy.compactMap { if case .createCommit(let commit) = $0.effect { commit.branch } else { nil } }.first
  }
}

extension Releasefile {
  /// `lane` and the lanes that it calls, directly or not, in the order of the file.
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
