import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

extension Releasefile {
  /// The Releasefile `text` with all steps.
  init(text: String) throws {
    try self.init(SourceText(path: "Releasefile", text: text), vocabulary: .standard)
  }
}

/// The errors of the Releasefile `text`.
func diagnostics(of text: String) -> [Diagnostic] {
  do {
    _ = try Releasefile(text: text)
    return []
  } catch {
    return Failure(of: error).diagnostics
  }
}

/// The rendered errors of the Releasefile `text`; empty without errors.
func problems(of text: String) -> String {
  diagnostics(of: text).map { $0.rendered() }.joined(separator: "\n")
}

/// A project on `main` whose version is in `VERSION`.
let project = TestWorkspace.clean(["VERSION": "1.4.2\n", "Releasefile": ""])

/// A Releasefile and the workspace that its lanes are planned in.
struct LanePlanning {
  let releasefile: Releasefile
  let world: PlanningContext

  /// The Releasefile `text` in `workspace`, whose manifest is `VERSION`.
  init(_ text: String, in workspace: TestWorkspace = project, answers: any AnswerSource = TestAnswers()) throws {
    releasefile = try Releasefile(text: "manifests: [plain: VERSION]\n" + text)
    world = PlanningContext(
      workspace: workspace, versions: ProjectVersion(), answers: answers,
      pipeline: try Pipeline.found(in: workspace.variables, event: nil))
  }

  func start(laneNamed name: String, arguments: [String: String] = [:]) throws -> Planner {
    try Planner(laneNamed: name, arguments: arguments, of: releasefile, in: world)
  }

  func plan(laneNamed name: String, arguments: [String: String] = [:]) throws -> Plan {
    var planner = try start(laneNamed: name, arguments: arguments)
    return try planner.preview()
  }
}

extension Plan {
  /// Every entry in short form, with its stage before it if that is not the first.
  var lines: [String] {
    entries.map { entry in (entry.stage == 1 ? "" : "[\(entry.stage)] ") + entry.effect.words }
  }
}

extension Effect {
  fileprivate var words: String {
    switch self {
    case .writeFile(let write): "write \(write.path)"
    case .createCommit(let commit): "commit \(commit.message) at \(commit.parent.words)"
    case .createTag(let tag): "tag \(tag.name) at \(tag.target.words)"
    case .pushRefs(let push): "push \(push.refs.map(\.shortName).joined(separator: " "))"
    case .writeArchive(let write): "export \(write.path ?? "-")"
    case .runCommand(let run): "run \(run.line)"
    case .showMessage(let text): text
    case .postMessage(let announcement): "post on \(announcement.name): \(announcement.text)"
    case .publishTree(let publication): "publish \(publication.branch.name) of \(publication.branch.address)"
    default: "\(self)"
    }
  }
}

extension CommitReference {
  fileprivate var words: String {
    switch self {
    case .existing(let id): id.short
    case .planned(let entry): "#\(entry)"
    }
  }
}

extension Planner {
  /// Plans every stage and simulates it, then the handlers at the end, like a run.
  ///
  /// - Parameter stop: The stage that fails.
  mutating func runLines(failingIn stop: Int? = nil, outputs: [Int: String] = [:]) throws -> [String] {
    var lines: [String] = []
    do {
      var stage = 0
      while let plan = try nextStage() {
        stage += 1
        lines += plan.lines
        if stage == stop { throw Failure("no luck") }
        proceed(after: outputs.mapValues { Outcome(output: $0) })
      }
    } catch {
      let step = (error as? StepFailure)?.step ?? ""
      handle(FailureFacts(step: step, message: error.firstMessage, lane: currentLaneName))
      while let plan = try nextStage(), !plan.entries.isEmpty { lines += plan.lines }
    }
    finish()
    while let plan = try nextStage(), !plan.entries.isEmpty { lines += plan.lines }
    return lines
  }
}
