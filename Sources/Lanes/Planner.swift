import TextEditing
import Versioning

/// Turns a lane into a plan, stage by stage: the draft so far, the entries that led to it, and the work that is left. Reads,
/// asks and decides; changes nothing.
///
/// Planning stops after an opaque command, because what it leaves on disk is not known before: what is planned until
/// then is a stage.
package struct Planner {
  package internal(set) var draft: Draft
  /// The lane's name; for a lane without one, the command.
  package let title: String
  /// What is left to do, the next one last: taking it and putting some before it cost the same however much is left.
  var work: [Work] = []
  /// The lanes that called each other down to the current one, with their names.
  var calls: [Scope] = []
  private var entries: [Plan.Entry] = []
  var remarks: [String] = []
  var stage = 1
  var confirmationDepth = 0
  private var hasUnconfirmedEffects = false
  var pace = Pace.stages
  private var isStageOver = false
  /// Whether what is planned is what a lane has around it for its end. Nobody goes on with that.
  var isEnding = false
  private var plannedStepCount = 0
  /// Whether a step found that there is nothing to do, so that the steps after it were left out.
  package internal(set) var hasEndedEarly = false
  /// The step that is being planned.
  var current: StepDeclaration?
  /// The steps whose captured output is not known yet, by the number of their entry.
  private var captures: [Int: String] = [:]
  /// The steps whose export later steps may ask about, by the number of their entry.
  private var awaitedArchives: [Int: String] = [:]
  /// The steps whose published release later steps may ask about, by the number of their entry.
  private var awaitedReleases: [Int: String] = [:]
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

  /// The lane called `name`, with what its Releasefile has around it.
  ///
  /// - Throws: `Failure.unknownLane` or `.privateLane`; what the values of its parameters are refused for.
  package init(
    laneNamed name: String, arguments: [String: String] = [:], of releasefile: Releasefile, in world: World
  ) throws {
    guard let lane = releasefile.lane(named: name) else {
      throw Failure.unknownLane(name, known: releasefile.publicLanes.map(\.name))
    }
    guard !lane.isPrivate else { throw Failure.privateLane(name) }
    draft = Draft(of: world, releasefile: releasefile, laneName: name)
    title = name
    append(releasefile.lifeCycle.beforeAll)
    try append(lane, arguments: arguments)
    append(releasefile.lifeCycle.afterAll)
  }

  /// `steps` by themselves: what a command such as `martlet bump` does.
  package init(
    _ steps: [StepDeclaration], title: String, of releasefile: Releasefile = Releasefile(), in world: World
  ) {
    draft = Draft(of: world, releasefile: releasefile, laneName: nil)
    self.title = title
    append(steps)
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
    for (entry, release) in result.releases {
      guard let id = awaitedReleases[entry] else { continue }
      draft.progress.outputs[id, default: [:]].merge(release.outputs) { $1 }
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
        let decision = try declaration.step.plan(draft)
        if decision.awaitsStage { try postpone(declaration, decision) } else { try add(decision, of: declaration) }
      }
    } catch let failure as StepFailure {
      throw failure
    } catch {
      throw StepFailure(step: declaration.title, place: declaration.place, underlying: error)
    }
  }

  /// Has `declaration` planned again once the entries before it are performed. A plan that is only shown goes on with what
  /// is known.
  private mutating func postpone(_ declaration: StepDeclaration, _ decision: Decision) throws {
    guard pace == .stages else {
      stage += 1
      return try add(decision, of: declaration)
    }
    plannedStepCount -= 1
    isStageOver = true
    prepend([.step(declaration)])
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
      if case .release(let effect) = effect, effect.isOpaque, let id = declaration.id {
        awaitedReleases[number] = id
        if pace != .stages { draft.unknownOutputs.insert(id) }
      }
    }
    remarks += decision.remarks
    try draft.apply(decision, id: declaration.id)
    if decision.endsLane { try skipRest() }
    guard decision.effects.contains(where: \.isOpaque) else { return }
    if pace == .stages { isStageOver = true } else { stage += 1 }
  }
}

extension Failure {
  static func unknownLane(_ name: String, known: [String]) -> Failure {
    Failure(
      "unknown lane `\(name)`"
        + (known.isEmpty ? ", the Releasefile declares none" : ", expected one of \(known.quotedList)"),
      hint: known.suggestion(for: name), exit: .usage)
  }

  static func privateLane(_ name: String) -> Failure {
    Failure(
      "lane `\(name)` is private, expected one that may be run by itself",
      hint: "call it from another lane with `lane: NAME`", exit: .usage)
  }

  static func tooManySteps(limit: Int) -> Failure {
    Failure(
      "the lane comes to more than \(limit) steps, with those of the lanes that it calls",
      hint: "look for lanes that call others several times: `martlet lanes --graph dot` shows them")
  }
}
