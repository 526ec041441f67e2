extension Pipeline {
  /// The variable that says which CI system it is, whatever the others say: the id of one, or `none`.
  ///
  /// Commands of a lane find `true` or `false` there, by which we know as little as by nothing, or that it is none.
  package static let choiceVariable = "MARTLET_CI"

  /// The file that says more than the variables do, and whose bytes `found` wants; nil when there is none.
  package static func eventPath(in environment: [String: String]) -> String? {
    PipelineVariables(environment)["GITHUB_EVENT_PATH"]
  }

  /// The CI system that runs a process with these variables; nil for none.
  ///
  /// Of several, the one whose variables say most is taken, and that is said.
  /// - Parameters:
  ///   - environment: The variables of the process alone: what files of the project add to them is anybody's.
  ///   - event: What the file at `eventPath` holds; nil when it cannot be read.
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
      return CISystem.other.isDetected(variables) ? Pipeline(.other) : nil
    }
    for pipeline in found.dropFirst() where pipeline.evidence > best.evidence { best = pipeline }
    if found.count > 1 {
      let names = found.map(\.system.name).joined(separator: ", ")
      best.remarks.append(
        "variables of several CI systems are set (\(names)); taken for \(best.system.name), "
          + "`\(choiceVariable)=ID` says which it is")
    }
    return best
  }

  /// Whether any CI system may read along, whatever `MARTLET_CI` says of it.
  package static func isAnnounced(in environment: [String: String]) -> Bool {
    let variables = PipelineVariables(environment)
    return CISystem.all.contains { $0.isDetected(variables) }
  }

  private init(_ system: CISystem, _ variables: PipelineVariables) {
    self.init(system)
    system.read(&self, variables)
  }
}
