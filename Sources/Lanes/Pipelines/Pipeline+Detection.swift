import MartletCore

extension Pipeline {
  /// The variable that overrides the detection: the id of a CI system, or `none`.
  ///
  /// Commands of a lane get `true` or `false` in it. `true` is ignored, and `false` means `none`.
  package static let choiceVariable = "MARTLET_CI"

  /// The variable in which the definition of a pipeline states, with `true`, that only users who may release can start
  /// it. It is read from the environment of the process only, because files of the project are untrusted.
  package static let trustVariable = "MARTLET_TRUSTED"

  /// Returns the path of the event file, whose contents `found` needs; nil when there is none.
  package static func eventPath(in environment: [String: String]) -> String? {
    PipelineVariables(environment)["GITHUB_EVENT_PATH"]
  }

  /// Detects the CI system that runs a process with these variables; nil for none.
  ///
  /// Of several, the one with the most evidence is used, with a remark.
  /// - Parameters:
  ///   - environment: Only the environment of the process, because files of the project are untrusted.
  ///   - event: The contents of the file at `eventPath`; nil when it cannot be read.
  package static func found(in environment: [String: String], event: [UInt8]?) throws(PipelineError) -> Pipeline? {
    let variables = PipelineVariables(environment, event: event)
    if variables.isDenied(choiceVariable) { return nil }
    if let choice = variables[choiceVariable], choice != "true" {
      if choice == "none" { return nil }
      guard let system = CISystem.all.first(where: { $0.id == choice }) else { throw .unknownSystem(choice) }
      return Pipeline(system, variables)
    }
    let detected = CISystem.all.filter { $0 != .other && $0.isDetected(variables) }
    let imitated = Set(detected.flatMap(\.imitates))
    let found = detected.filter { !imitated.contains($0.id) }.map { Pipeline($0, variables) }
    guard var best = found.first else {
      return CISystem.other.isDetected(variables) ? Pipeline(.other, variables) : nil
    }
    for pipeline in found.dropFirst() where pipeline.evidence > best.evidence { best = pipeline }
    if found.count > 1 {
      let names = found.map(\.system.name).joined(separator: ", ")
      best.remarks.append(
        "variables of several CI systems are set (\(names)); using \(best.system.name), "
          + "set `\(choiceVariable)=ID` to choose")
    }
    return best
  }

  /// Whether any CI system may read the log, regardless of `MARTLET_CI`.
  package static func isAnnounced(in environment: [String: String]) -> Bool {
    let variables = PipelineVariables(environment)
    return CISystem.all.contains { $0.isDetected(variables) }
  }

  private init(_ system: CISystem, _ variables: PipelineVariables) {
    self.init(system)
    system.read(&self, variables)
    isTrusted = variables[Self.trustVariable] == "true"
  }
}

/// An error of the CI system detection.
package enum PipelineError: Error, Equatable, Sendable {
  /// `MARTLET_CI` names an unknown system.
  case unknownSystem(String)
}

extension PipelineError: ExplainedError {
  package var failure: Failure {
    switch self {
    case .unknownSystem(let id):
      let ids = CISystem.all.map(\.id) + ["none"]
      return Failure(
        "`\(Pipeline.choiceVariable)` is `\(id)`, expected one of \(ids.quotedList)",
        hint: ids.suggestion(for: id)
          ?? "unset `\(Pipeline.choiceVariable)` to detect the system by its own variables",
        code: .unknownPipeline, exit: .usage)
    }
  }
}
