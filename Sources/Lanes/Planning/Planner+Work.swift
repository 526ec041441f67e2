import MartletCore

extension Planner {
  /// Adds `steps` to the end of the work.
  mutating func append(_ steps: [StepDeclaration]) {
    appendLast(steps.map(Work.step))
  }

  /// Adds `lane` to the end of the work.
  mutating func append(_ lane: Lane, arguments: [String: String]) throws {
    let scope = try scope(of: lane, arguments: arguments)
    let steps = lane.lifeCycle.beforeAll + lane.steps + lane.lifeCycle.afterAll
    appendLast([.enter(scope)] + steps.map(Work.step) + [.use(Scope())])
  }

  private mutating func appendLast(_ pieces: [Work]) {
    work.insert(contentsOf: pieces.reversed(), at: 0)
  }

  mutating func prepend(_ pieces: [Work]) {
    work += pieces.reversed()
  }

  /// Inserts the lane `name`, which may be private, before the remaining work.
  ///
  /// - Parameter id: The id for its outputs in `${steps.ID.…}`.
  package mutating func call(laneNamed name: String, arguments: [String: Template], id: String?) throws {
    guard let lane = draft.releasefile.lane(named: name) else {
      throw Failure.unknownLane(name, known: draft.releasefile.lanes.map(\.name))
    }
    let secrets = secretArguments(arguments, of: lane)
    let scope = try scope(
      of: lane, arguments: texts(of: arguments.filter { secrets[$0.key] == nil }), secretArguments: secrets)
    let steps = lane.steps + lane.lifeCycle.finally
    prepend([.enter(scope)] + steps.map(Work.step) + [.leave(id: id, caller: current)])
  }

  /// Inserts `steps` before the remaining work if the answer to `text` is yes. The question shows their plan.
  ///
  /// - Returns: the answer.
  package mutating func confirm(_ text: Template, then steps: [StepDeclaration]) throws -> Bool {
    if pace != .preview {
      var attempt = self
      attempt.work = steps.reversed().map(Work.step)
      let question = try draft.text(of: text)
      guard try draft.answers.confirms(question, preview: attempt.preview()) else {
        if !steps.isEmpty { remarks.append("skipped: \(question)") }
        return false
      }
    }
    confirmationDepth += 1
    prepend(steps.map(Work.step) + [.endConfirmation])
    return true
  }

  /// Replaces the remaining work with the handlers of `failure`: the `on_error` steps of the failed lanes, the
  /// innermost first, then those of the Releasefile.
  package mutating func handle(_ failure: FailureFacts) {
    draft.fail(failure)
    restart(with: workOfLifeCycles(\.onError))
  }

  /// Replaces the remaining work with the `finally` steps.
  package mutating func finish() {
    restart(with: workOfLifeCycles(\.finally))
  }

  /// Replaces all work. Earlier confirmations do not apply to it.
  private mutating func restart(with pieces: [Work]) {
    work = pieces.reversed()
    confirmationDepth = 0
    isEnding = true
  }

  /// Returns the life-cycle steps of one kind: of the called lanes, the innermost first, then of the Releasefile.
  private func workOfLifeCycles(_ steps: KeyPath<LifeCycle, [StepDeclaration]>) -> [Work] {
    let ofLanes = calls.reversed().flatMap { scope in
      [.use(scope)] + (scope.lane?.lifeCycle[keyPath: steps] ?? []).map(Work.step)
    }
    return ofLanes + [.use(Scope())] + draft.releasefile.lifeCycle[keyPath: steps].map(Work.step)
  }

  /// The name of the lane that is being planned, for messages.
  package var currentLaneName: String { calls.last?.lane?.name ?? draft.laneName ?? title }

  /// - Parameter secretArguments: The names of the caller's secrets that are passed on.
  private func scope(
    of lane: Lane, arguments: [String: String], secretArguments: [String: String] = [:]
  ) throws -> Scope {
    try Scope(
      of: lane,
      arguments: arguments.merging(secretArguments.compactMapValues { draft.secret(named: $0)?.exposed }) { $1 },
      secretArguments: secretArguments, environment: draft.workspace.environment, isCredential: draft.isCredential,
      resolve: draft.text(of:))
  }

  /// Returns the names of the secrets among `arguments`, which are allowed only for secret parameters of `lane`.
  private func secretArguments(_ arguments: [String: Template], of lane: Lane) -> [String: String] {
    arguments.compactMapValues(draft.secretName(of:)).filter { lane.parameter(named: $0.key)?.isSecret == true }
  }

  /// Resolves `templates` in the order of their names, so that errors are deterministic.
  func texts(of templates: [String: Template]) throws -> [String: String] {
    try templates.sorted { $0.key < $1.key }.reduce(into: [:]) { $0[$1.key] = try draft.text(of: $1.value) }
  }
}

extension Planner {
  /// Returns the decision of a later step that there is nothing to release, so that `declaration`, a command, need not run.
  func endingOfLaterStep(insteadOf declaration: StepDeclaration) -> (StepDeclaration, Decision)? {
    guard !isEnding, !(declaration.step is any EndingStep) else { return nil }
    var skipped = [declaration.step]
    for case .step(let later) in work.reversed() {
      guard let step = later.step as? any EndingStep else {
        skipped.append(later.step)
        continue
      }
      guard later.condition == nil else { return nil }
      return step.ending(draft, without: skipped).map { (later, $0) }
    }
    return nil
  }
}
