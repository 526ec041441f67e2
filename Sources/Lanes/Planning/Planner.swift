import MartletCore

/// Turns a lane into a plan, stage by stage. It holds the draft so far, its entries, and the remaining work. It reads,
/// prompts and decides, but changes nothing.
///
/// Planning pauses after an opaque command, because its result on disk is not known before. The entries up to there are
/// a stage.
package struct Planner {
  package internal(set) var draft: Draft
  /// The lane's name; for a lane without one, the command.
  package let title: String
  /// The remaining work, the next item last, so that removing and inserting items is cheap.
  var work: [Work] = []
  /// The call stack of lanes, the current one last, with their values.
  var calls: [Scope] = []
  private var entries: [Plan.Entry] = []
  var remarks: [String] = []
  var stage = 1
  var confirmationDepth = 0
  private var hasUnconfirmedEffects = false
  var pace = Pace.stages
  private var isStageOver = false
  /// Whether `on_error` or `finally` steps are planned. These are never resumed.
  var isEnding = false
  var plannedStepCount = 0
  /// Whether a step found that there is nothing to do, so that the steps after it were skipped.
  package internal(set) var hasEndedEarly = false
  /// Why `preview` ended before a step of a later stage; nil if it planned all of them.
  package internal(set) var failureOfPreview: StepFailure?
  /// The packages of the last `packages` step that have not ended early.
  var packagesToRelease = 0
  /// The step that is being planned.
  var current: StepDeclaration?
  /// The ids of the steps whose results are known only once they are performed, by the number of their entry.
  var awaitedSteps: [Int: String] = [:]
  /// The steps whose announcements later steps may use, by the number of their entry.
  var awaitedPosts: [Int: String] = [:]
  /// The secrets in the environment of commands, by the number of their entry and the variable's name.
  var secretsByEntry: [Int: [String: Secret]] = [:]
  /// The call stacks of commands with secrets, by the number of their entry.
  var commandCalls: [Int: [Scope]] = [:]
  /// The commands of a restored run that lack a secret.
  package internal(set) var entriesWithoutSecrets: Set<Int> = []
  /// The secret parameters of all lanes that have been called.
  var secretArguments: [Secret] = []
  /// The prompts that asked for a secret, with the names in their lanes.
  var secretPrompts: [(StepDeclaration, Scope)] = []

  /// How far planning goes without performing anything.
  enum Pace {
    /// To the end of a stage.
    case stages
    /// As far as possible, with every confirmation accepted.
    case preview
    /// As far as possible, with a prompt for every question.
    case rehearsal
  }

  /// One item of work.
  enum Work {
    case step(StepDeclaration)
    case enter(Scope)
    /// Switches to the names of a lane that stays on the call stack.
    case use(Scope)
    /// Returns to the calling lane. Stores the outputs under `id`; errors are reported for the caller.
    case leave(id: String?, caller: StepDeclaration?)
    case endConfirmation
    /// Makes a package the current one; nil: the project.
    case focus(String?)

    /// Whether it is a step that makes no files.
    var reachesOnlyServices: Bool {
      guard case .step(let declaration) = self else { return false }
      let step = declaration.step
      return step is any PreparedStep || step.reachesServices && type(of: step).outputs.isEmpty
    }

    /// Whether it does not depend on the result of a stage.
    var needsNoStage: Bool {
      switch self {
      case .use, .endConfirmation, .focus, .leave(id: nil, caller: _): true
      case .step, .enter, .leave: false
      }
    }
  }

  /// Lanes that call other lanes twice grow exponentially. No real lane has this many steps.
  private static let stepLimit = 10_000

  /// Creates a planner for the lane `name` and the life-cycle steps of its Releasefile.
  ///
  /// - Throws: `Failure.unknownLane` or `.privateLane`; `Failure` for invalid arguments.
  package init(
    laneNamed name: String, arguments: [String: String] = [:], of releasefile: Releasefile, in context: PlanningContext
  ) throws {
    let lane = try releasefile.publicLane(named: name)
    draft = Draft(of: context, releasefile: releasefile, laneName: name)
    title = name
    append(releasefile.defaultChecks(of: lane) + releasefile.lifeCycle.beforeAll)
    try append(lane, arguments: arguments)
    append(releasefile.lifeCycle.afterAll)
  }

  /// Creates a planner for `steps` without a lane, for commands such as `martlet bump`.
  package init(
    _ steps: [StepDeclaration], title: String, laneNamed name: String? = nil,
    of releasefile: Releasefile = Releasefile(), in context: PlanningContext
  ) {
    draft = Draft(of: context, releasefile: releasefile, laneName: name)
    self.title = title
    append(steps)
  }

  /// Returns the plan of the next stage; nil when no work is left.
  ///
  /// - Throws: a `StepFailure` when a step stops the lane.
  package mutating func nextStage() throws -> Plan? {
    guard !work.isEmpty else { return nil }
    entries = []
    remarks = []
    hasUnconfirmedEffects = false
    isStageOver = false
    while !isStageOver, let next = work.popLast() { try perform(next) }
    // Work without effects after the last step belongs to the same stage, to avoid an empty stage.
    while let next = work.last, next.needsNoStage { try perform(work.removeLast()) }
    return plan
  }

  /// Whether no stage is left.
  package var isFinished: Bool { work.isEmpty }

  /// Records the outcomes of performing the last stage.
  package mutating func proceed(after outcomes: Outcomes) {
    draft.proceed(after: outcomes)
    for (entry, id) in awaitedSteps.sorted(by: { $0.key < $1.key }) {
      draft.progress.outputs[id, default: [:]].merge(outcomes[entry]?.outputs ?? [:]) { $1 }
    }
    // In any order: each has other outputs.
    for id in Set(awaitedPosts.values) {
      let addresses = outcomes.filter { awaitedPosts[$0.key] == id }.sorted { $0.key < $1.key }.compactMap(\.value.post)
      draft.progress.outputs[id, default: [:]]["addresses"] = addresses.joined(separator: "\n")
    }
    stage += 1
  }

  /// The secrets of the run so far.
  package var secrets: RunSecrets {
    RunSecrets(byEntry: secretsByEntry, known: secretArguments + draft.progress.secrets.values)
  }

  /// The plan of the current stage so far.
  package var plan: Plan {
    Plan(
      title: title, version: draft.changedVersion ?? draft.taggedVersion, entries: entries, remarks: remarks,
      isConfirmed: !hasUnconfirmedEffects)
  }
}

extension Planner {
  mutating func perform(_ work: Work) throws {
    switch work {
    case .step(let declaration): try plan(declaration)
    case .enter(let scope):
      calls.append(scope)
      secretArguments += scope.allSecrets
      draft.scope = scope
    case .use(let scope): draft.scope = scope
    case .leave(let id, let caller): try leave(id: id, caller: caller)
    case .endConfirmation: confirmationDepth -= 1
    case .focus(let package): try focus(onPackage: package)
    }
  }

  private mutating func leave(id: String?, caller: StepDeclaration?) throws {
    if let id, let lane = calls.last?.lane {
      do {
        draft.progress.outputs[id] = try texts(of: lane.outputs)
      } catch {
        throw StepFailure(step: caller?.title ?? lane.name, place: caller?.place, underlying: error)
      }
    }
    calls.removeLast()
    draft.scope = calls.last ?? Scope()
  }

  private mutating func plan(_ declaration: StepDeclaration) throws {
    do {
      guard draft.includes(type(of: declaration.step).phase) else { return }
      if case .finish = draft.purpose, draft.plannedPushes.isEmpty, declaration.step is any CheckStep { return }
      if let condition = declaration.condition, try !draft.holds(condition) { return }
      plannedStepCount += 1
      guard plannedStepCount <= Self.stepLimit else { throw Failure.tooManySteps(limit: Self.stepLimit) }
      draft.stepID = declaration.id
      current = declaration
      if let flow = declaration.step.flow {
        try flow.plan(with: &self, id: declaration.id)
      } else {
        try prepareLaterSteps(before: declaration)
        guard !isStageOver else { return }
        if let (later, ending) = endingOfLaterStep(insteadOf: declaration) { return try add(ending, of: later) }
        let decision = try declaration.step.plan(draft)
        if decision.awaitsStage { try postpone(declaration, decision) } else { try add(decision, of: declaration) }
      }
    } catch let failure as StepFailure {
      throw failure
    } catch {
      throw StepFailure(step: declaration.title, place: declaration.place, underlying: error)
    }
  }

  /// Adds what the next steps prepare before `declaration`. Steps between them that may make files end the search.
  private mutating func prepareLaterSteps(before declaration: StepDeclaration) throws {
    for case .step(let later) in work.reversed().prefix(while: \.reachesOnlyServices) {
      guard let step = later.step as? any PreparedStep, type(of: step).preparedBefore == declaration.keyword,
        try later.condition.map(draft.holds) ?? true
      else { continue }
      do {
        guard let decision = try step.preparation(draft) else { continue }
        if decision.awaitsStage { try postpone(declaration, decision, of: later) } else { try add(decision, of: later) }
      } catch {
        throw StepFailure(step: later.title, place: later.place, underlying: error)
      }
      if isStageOver { return }
    }
  }

  /// Postpones the planning of `declaration` until the entries before it are performed. A plan that is only shown
  /// continues with the known values.
  ///
  /// - Parameter later: The step whose decision it is; nil: `declaration`.
  private mutating func postpone(
    _ declaration: StepDeclaration, _ decision: Decision, of later: StepDeclaration? = nil
  ) throws {
    guard pace == .stages else {
      stage += 1
      return try add(decision, of: later ?? declaration)
    }
    plannedStepCount -= 1
    isStageOver = true
    prepend([.step(declaration)])
  }

  private mutating func add(_ decision: Decision, of declaration: StepDeclaration) throws {
    for (offset, effect) in decision.effects.enumerated() {
      let number = draft.progress.effects.count + offset + 1
      entries.append(Plan.Entry(number: number, stage: stage, step: declaration.title, effect: effect))
      if effect.isOutward, confirmationDepth == 0 { hasUnconfirmedEffects = true }
      if case .runCommand(let run) = effect {
        secretsByEntry[number] = run.secrets.compactMapValues(draft.secret(named:))
        if !run.secrets.isEmpty { commandCalls[number] = calls }
      }
      if effect.isOpaque, let id = declaration.id {
        awaitedSteps[number] = id
        if case .postMessage = effect { awaitedPosts[number] = id }
        if pace != .stages { draft.unknownOutputs.insert(id) }
      }
    }
    remarks += decision.remarks
    try draft.apply(decision, id: declaration.id)
    if decision.secrets.keys.contains(where: { OutputReference($0) != nil }) {
      secretPrompts.append((declaration, draft.scope))
    }
    if decision.isBuildUnknown, let id = declaration.id { draft.unknownOutputs.insert(id) }
    if decision.endsLane { try skipRest() }
    guard decision.effects.contains(where: \.isOpaque) else { return }
    if pace == .stages { isStageOver = true } else { stage += 1 }
  }
}

extension Releasefile {
  /// - Throws: `Failure.unknownLane` or `.privateLane`.
  package func publicLane(named name: String) throws -> Lane {
    guard let lane = lane(named: name) else {
      throw Failure.unknownLane(name, known: publicLanes.map(\.name))
    }
    guard !lane.isPrivate else { throw Failure.privateLane(name) }
    return lane
  }
}

extension Failure {
  static func unknownLane(_ name: String, known: [String]) -> Failure {
    Failure(
      "unknown lane `\(name)`"
        + (known.isEmpty ? ", the Releasefile declares no lanes" : ", expected one of \(known.quotedList)"),
      hint: known.suggestion(for: name), exit: .usage)
  }

  static func privateLane(_ name: String) -> Failure {
    Failure(
      "lane `\(name)` is private, expected a public lane",
      hint: "call it from a public lane with `lane: \(name)`", exit: .usage)
  }

  static func tooManySteps(limit: Int) -> Failure {
    Failure(
      "the lane has more than \(limit) steps, including those of the lanes that it calls",
      hint: "call each lane once")
  }
}
