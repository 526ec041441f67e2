import Lanes
import MartletCore

/// Reports the CI system, and warns if it is not trusted, or if a pipeline of `init --ci` is not filled in.
struct PipelineCheck: DoctorCheck {
  static let topic = "pipeline"
  let session: Session

  func findings() throws -> [Finding] { runFindings() + (try fileFindings()) }

  private func runFindings() -> [Finding] {
    guard let pipeline = session.pipeline else { return [ok("not in a job of a CI system")] }
    let remarks = pipeline.remarks.map { warn($0) }
    do {
      try session.workspace.trust.check(.write, before: "a change")
      return [ok(pipeline.summary)] + remarks
    } catch {
      let reason = error.failure.diagnostics[0]
      return [warn("\(pipeline.summary); \(reason.message)", hint: reason.hint)] + remarks
    }
  }

  private func fileFindings() throws -> [Finding] {
    // Errors of the Releasefile are reported by another check.
    let releasefile = (try? session.releasefile()) ?? nil
    let draft = try session.draft(releasefile ?? Releasefile())
    let lanes = ["release"] + (releasefile?.publicLanes.map(\.name) ?? [])
    let paths = CISystem.all.compactMap(\.pipeline).flatMap { file in lanes.map { file.path(ofLane: $0) } }
    return try Set(paths).sorted().compactMap(RelativePath.init).compactMap { path in
      guard let place = try draft.source(at: path).flatMap(PipelineRelease.missingName) else { return nil }
      return warn(
        "\(place): the pipeline names no release of Martlet, so its jobs will fail",
        hint: "enter its address, version and digest, as the comment in the file says")
    }
  }
}
