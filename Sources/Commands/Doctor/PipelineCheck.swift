import Pipelines

/// Reports the CI system, and warns about pull requests from elsewhere.
struct PipelineCheck: DoctorCheck {
  static let topic = "pipeline"
  /// Nil for none.
  let pipeline: Pipeline?

  func findings() -> [Finding] {
    guard let pipeline else { return [ok("no CI system")] }
    let remarks = pipeline.remarks.map { warn($0) }
    guard let pullRequest = pipeline.pullRequest, pullRequest.origin != .sameRepository else {
      return [ok(pipeline.summary)] + remarks
    }
    let words = "\(pipeline.summary): lanes that change something are refused"
    return [warn(words, hint: "run the lane in a branch build")] + remarks
  }
}
