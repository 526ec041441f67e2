import Changelogs
import Lanes
import Pipelines
import TextEditing

/// Writes a pipeline that runs the project's lanes. `martlet init --ci` is a lane of this one step. It is not in the
/// catalogue, because a lane has no use for it.
package struct PipelineStep: Step {
  package static let keyword = "init"
  package static let summary = "Writes a pipeline that runs the project's lanes."
  package static let parameters: [Parameter<Self>] = []

  package var system = CISystem.github
  /// Whether the lane prompts for the new version.
  package var asksVersion = false
  /// The lane that releases; empty when there is none.
  package var lane = ""

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    guard let file = system.pipeline else { return Decision([]) }
    let path = try draft.path(file.path)
    if try draft.source(at: path) != nil { throw Failure.pipelineThere(path) }
    guard !lane.isEmpty else { throw Failure.noLaneForPipeline }
    let hasTagLane = draft.releasefile.publicLanes.contains { $0.name == "tagged" }
    let text = try file.text(
      PipelineFile.Content(
        lane: lane, asksVersion: asksVersion, hasTagLane: hasTagLane,
        proposal: try draft.forge()?.kind.proposal ?? .byHand))
    var write = FileWrite(from: nil, to: SourceText(path: path, text: text))
    if file.isProgram { write.isExecutable = true }
    return Decision(
      [.writeFile(write)],
      remarks: hasTagLane ? [] : ["no lane `tagged`: nothing runs when a tag is pushed"])
  }
}

extension Forge.Kind {
  fileprivate var proposal: PipelineFile.Proposal {
    switch self {
    case .github: .github
    case .gitlab: .gitlab
    case .forgejo: .forgejo
    }
  }
}

extension Failure {
  /// The pipeline file already exists and is not changed.
  static func pipelineThere(_ path: RelativePath) -> Failure {
    Failure(
      "`\(path)` already exists",
      hint: "rename it and run the command again, then merge the two files by hand")
  }

  static let noLaneForPipeline = Failure(
    "the Releasefile has no public lane, expected one that a pipeline can run",
    hint: "declare the lane `release` in the Releasefile")
}
