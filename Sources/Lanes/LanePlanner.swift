import TextEditing
import Versioning

/// A lane on its way to a plan: the draft so far, the entries that led to it, and the work that is left.
///
/// Planning stops after an opaque command, because what it leaves on disk is not known before: what is planned until
/// then is a stage.
package struct LanePlanner {
  package internal(set) var draft: Draft
  /// The lane's name; for a lane without one, the command.
  package let title: String
  /// What is left to do, the next one last: taking it and putting some before it cost the same however much is left.
  var work: [Work] = []
  /// The lanes that called each other down to the current one, with their names.
  private(set) var calls: [Scope] = []
  private var entries: [Plan.Entry] = []
  var remarks: [String] = []
  var stage = 1
  private var confirmationDepth = 0
  private var hasUnconfirmedEffects = false
  var pace = Pace.stages
  private var isStageOver = false
  /// Whether what is planned is what a lane has around it for its end. Nobody goes on with that.
  private var isEnding = false
  private var plannedStepCount = 0
  /// Whether a step found that there is nothing to do, so that the steps after it were left out.
  package internal(set) var hasEndedEarly = false
  /// The step that is being planned.
  private var current: StepDeclaration?
  /// The steps whose captured output is not known yet, by the number of their entry.
  private var captures: [Int: String] = [:]
  /// The steps whose export later steps may ask about, by the number of their entry.
  private var awaitedArchives: [Int: String] = [:]
  /// The secrets that commands find in their environment, by the number of their entry and the variable's name.
  private var secretsByEntry: [Int: [String: Secret]] = [:]
  /// The secret parameters of all lanes that have been called.
  private var secretArguments: [Secret] = []

  /// How far planning goes at once.
  enum Pace {
    /// To the end of a stage.
    case stages
    /// As far as can be known, with every confirmation taken for agreed.
    case preview
    /// As far as can be known, with every question asked.
    case rehearsal
  }

  /// One thing to do.
  enum Work {
    case step(StepDeclaration)
    case enter(Scope)
    /// Takes the names from a lane that stays called.
    case use(Scope)
    /// The way back to the lane that called; the outputs are known by `id`, and what fails is the caller's failure.
    case leave(id: String?, caller: StepDeclaration?)
    case endConfirmation
    /// Looks at a package from here on; nil: at the project.
    case focus(String?)

    /// Whether it is the same before and after what a stage does.
    var needsNoStage: Bool {
      switch self {
      case .use, .endConfirmation, .focus, .leave(id: nil, caller: _): true
      case .step, .enter, .leave: false
      }
    }
  }

  /// Lanes that call lanes twice are many steps before long; no person's lane has as many.
  private static let stepLimit = 10_000

  init(_ draft: Draft, title: String) {
    self.draft = draft
    self.title = title
  }

  /// The plan of the next stage; nil when nothing is left.
  ///
  /// - Throws: a `StepFailure` when a step stops the lane.
  package mutating func nextStage() throws -> Plan? {
    guard !work.isEmpty else { return nil }
    entries = []
    remarks = []
    hasUnconfirmedEffects = false
    isStageOver = false
    while !isStageOver, let next = work.popLast() { try perform(next) }
    // What follows the last step of a stage belongs to it: otherwise it would be a stage with nothing in it.
    while let next = work.last, next.needsNoStage { try perform(work.removeLast()) }
    return plan
  }

  /// Whether no stage is left.
  package var isFinished: Bool { work.isEmpty }

  /// Takes note of what performing the last stage has brought about.
  package mutating func proceed(after result: StageResult) {
    draft.proceed(after: result)
    for (entry, output) in result.outputs {
      if let id = captures[entry] { draft.progress.outputs[id, default: [:]]["output"] = output }
    }
    for (entry, archive) in result.archives {
      guard let id = awaitedArchives[entry] else { continue }
      draft.progress.outputs[id, default: [:]].merge(archive.outputs) { $1 }
    }
    stage += 1
  }

  /// The secrets of the run so far.
  package var secrets: RunSecrets {
    RunSecrets(byEntry: secretsByEntry, known: secretArguments + draft.progress.secrets.values)
  }

  /// What has been planned of the current stage.
  package var plan: Plan {
    Plan(
      title: title, version: draft.changedVersion, entries: entries, remarks: remarks,
      isConfirmed: !hasUnconfirmedEffects)
  }
}

// MARK: Work to do

extension LanePlanner {
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

  /// Has the lane called `name` planned next; a lane that is called may be private.
  ///
  /// - Parameter id: What its outputs are called by `${steps.ID.…}`.
  package mutating func call(laneNamed name: String, arguments: [String: Template], id: String?) throws {
    guard let lane = draft.releasefile.lane(named: name) else {
      throw Failure.unknownLane(name, known: draft.releasefile.lanes.map(\.name))
    }
    let scope = try scope(of: lane, arguments: texts(of: arguments, for: lane))
    let steps = lane.steps + lane.lifeCycle.finally
    prepend([.enter(scope)] + steps.map(Work.step) + [.leave(id: id, caller: current)])
  }

  /// Has `steps` planned next if the answer to `text` is yes. What is asked about is shown with the question.
  ///
  /// - Returns: the answer.
  package mutating func confirm(_ text: Template, then steps: [StepDeclaration]) throws -> Bool {
    guard pace != .preview else {
      prepend(steps.map(Work.step))
      return true
    }
    var attempt = self
    attempt.work = steps.reversed().map(Work.step)
    let question = try draft.text(of: text)
    guard try draft.answers.confirms(question, preview: attempt.preview()) else {
      if !steps.isEmpty { remarks.append("skipped: \(question)") }
      return false
    }
    confirmationDepth += 1
    prepend(steps.map(Work.step) + [.endConfirmation])
    return true
  }

  /// Has only what handles `failure` planned from here on: the `on_error` of the lanes that it happened in, the innermost
  /// first, then that of the Releasefile.
  package mutating func handle(_ failure: FailureFacts) {
    draft.fail(failure)
    restart(with: workOfLifeCycles(\.onError))
  }

  /// Has only what is done in the end planned from here on.
  package mutating func finish() {
    restart(with: workOfLifeCycles(\.finally))
  }

  /// A yes was for the steps below the question, which are given up with everything else.
  private mutating func restart(with pieces: [Work]) {
    work = pieces.reversed()
    confirmationDepth = 0
    isEnding = true
  }

  /// The steps of one kind around the lanes that are called, the innermost first, then those of the Releasefile.
  private func workOfLifeCycles(_ steps: KeyPath<LifeCycle, [StepDeclaration]>) -> [Work] {
    let ofLanes = calls.reversed().flatMap { scope in
      [.use(scope)] + (scope.lane?.lifeCycle[keyPath: steps] ?? []).map(Work.step)
    }
    return ofLanes + [.use(Scope())] + draft.releasefile.lifeCycle[keyPath: steps].map(Work.step)
  }

  /// The lane that is being planned, for people.
  package var currentLaneName: String { calls.last?.lane?.name ?? draft.laneName ?? title }

  private func scope(of lane: Lane, arguments: [String: String]) throws -> Scope {
    try Scope(of: lane, arguments: arguments, environment: draft.workspace.environment, resolve: draft.text(of:))
  }

  /// What `arguments` come to; a secret only where `lane` keeps it one.
  private func texts(of arguments: [String: Template], for lane: Lane) throws -> [String: String] {
    let secrets = arguments.compactMapValues { draft.secretName(of: $0).flatMap(draft.secret(named:)) }
      .filter { lane.parameter(named: $0.key)?.isSecret == true }
    return try texts(of: arguments.filter { secrets[$0.key] == nil }).merging(secrets.mapValues(\.exposed)) { $1 }
  }

  /// What `templates` come to; of several that fail, always the same one tells.
  private func texts(of templates: [String: Template]) throws -> [String: String] {
    try templates.sorted { $0.key < $1.key }.reduce(into: [:]) { $0[$1.key] = try draft.text(of: $1.value) }
  }
}

// MARK: One piece of work

extension LanePlanner {
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
    case .focus(let package): draft.focus(onPackage: package)
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
      if let condition = declaration.condition, try !draft.holds(condition) { return }
      plannedStepCount += 1
      guard plannedStepCount <= Self.stepLimit else { throw Failure.tooManySteps(limit: Self.stepLimit) }
      draft.stepID = declaration.id
      current = declaration
      if let flow = declaration.step.flow {
        try flow.plan(with: &self, id: declaration.id)
      } else {
        try add(try declaration.step.plan(draft), of: declaration)
      }
    } catch let failure as StepFailure {
      throw failure
    } catch {
      throw StepFailure(step: declaration.title, place: declaration.place, underlying: error)
    }
  }

  private mutating func add(_ decision: Decision, of declaration: StepDeclaration) throws {
    var decision = decision
    if !isEnding { decision.effects = draft.tracing(decision.effects) }
    for (offset, effect) in decision.effects.enumerated() {
      let number = draft.progress.effects.count + offset + 1
      entries.append(Plan.Entry(number: number, stage: stage, step: declaration.title, effect: effect))
      if effect.isOutward, confirmationDepth == 0 { hasUnconfirmedEffects = true }
      if case .runCommand(let run) = effect {
        if run.isCaptured { captures[number] = declaration.id }
        if run.isCaptured, pace != .stages, let id = declaration.id { draft.unknownOutputs.insert(id) }
        secretsByEntry[number] = run.secrets.compactMapValues(draft.secret(named:))
      }
      if case .writeArchive(let write) = effect, write.terms.isAwaited { awaitedArchives[number] = declaration.id }
    }
    remarks += decision.remarks
    try draft.apply(decision, id: declaration.id)
    if decision.endsLane { try skipRest() }
    guard decision.effects.contains(where: \.isOpaque) else { return }
    if pace == .stages { isStageOver = true } else { stage += 1 }
  }
}
