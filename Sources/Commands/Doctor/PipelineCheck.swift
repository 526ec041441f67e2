import Lanes

/// Reports the CI system, and warns if it is not trusted.
struct PipelineCheck: DoctorCheck {
  static let topic = "pipeline"
  /// Nil for none.
  let pipeline: Pipeline?
  let trust: Trust

  func findings() -> [Finding] {
    guard let pipeline else { return [ok("not in a job of a CI system")] }
    let remarks = pipeline.remarks.map { warn($0) }
    do {
      try trust.check(.write, before: "a change")
      return [ok(pipeline.summary)] + remarks
    } catch {
      let reason = error.failure.diagnostics[0]
      return [warn("\(pipeline.summary); \(reason.message)", hint: reason.hint)] + remarks
    }
  }
}
