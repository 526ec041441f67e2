import Execution

/// Checks for an unfinished run.
struct RunCheck: DoctorCheck {
  static let topic = "runs"
  let workspace: Workspace

  func findings() throws -> [Finding] {
    guard let run = try workspace.unfinishedRun() else { return [ok("none is unfinished")] }
    return Finding.findings(Self.topic, .fail, of: ExecutionError.unfinished(run.id, run.start))
  }
}
