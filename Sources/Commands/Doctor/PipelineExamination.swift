import Pipelines

/// The CI system that this runs in, and for whom.
struct PipelineExamination: Examination {
  static let topic = "pipeline"
  /// Nil for none.
  let pipeline: Pipeline?

  func findings() -> [Finding] {
    guard let pipeline else { return [ok("none, this is no CI system")] }
    let remarks = pipeline.remarks.map { warn($0) }
    guard let pullRequest = pipeline.pullRequest, pullRequest.origin != .sameRepository else {
      return [ok(pipeline.summary)] + remarks
    }
    let words = "\(pipeline.summary): a lane that changes something is refused"
    return [warn(words, hint: "run the lane where a branch is built")] + remarks
  }
}
