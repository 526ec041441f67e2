import MartletCore

/// The state of a planner after it has planned a stage. With the entries up to there and their results, the rest of the lane
/// is planned from it, so a stage that is over is never planned again.
///
/// It contains no secrets, only where each one comes from.
package struct Checkpoint: Hashable, Sendable, Codable {
  /// The next item first.
  let work: [WorkRecord]
  let calls: [ScopeRecord]
  let scope: ScopeRecord
  /// The current package; nil: the project.
  let package: String?
  let stage: Int
  let confirmationDepth: Int
  let plannedStepCount: Int
  let hasEndedEarly: Bool
  let packagesToRelease: Int
  let awaitedSteps: [Int: String]
  let awaitedPosts: [Int: String]
  let progress: ProgressRecord
  /// The prompts for secrets, each with the names in its lane.
  let secretPrompts: [PromptRecord]
  /// The call stacks of the stage's commands with secrets, by the number of the entry.
  let commandCalls: [Int: [ScopeRecord]]

  /// An item of a planner's work.
  enum WorkRecord: Hashable, Sendable, Codable {
    case step(StepPath)
    case enter(ScopeRecord)
    case use(ScopeRecord)
    case leave(id: String?, caller: StepPath?)
    case endConfirmation
    case focus(String?)
  }

  /// The names in a lane.
  struct ScopeRecord: Hashable, Sendable, Codable {
    /// Nil outside of lanes.
    let lane: String?
    let values: [String: String]
    let secrets: [String: SecretSource]
  }

  /// Where the value of a secret parameter comes from.
  enum SecretSource: Hashable, Sendable, Codable {
    /// The secret of that name in the calling lane.
    case caller(String)
    /// The variable or the default of the parameter.
    case parameter
    /// It is empty.
    case none
  }

  struct PromptRecord: Hashable, Sendable, Codable {
    let step: StepPath
    let scope: ScopeRecord
  }

  /// What the steps so far have decided, besides their effects.
  struct ProgressRecord: Hashable, Sendable, Codable {
    let uncommitted: [CommittedFile]
    let keptTags: [String]
    let versions: [String: VersionState]
    let packagesWithUnknownBuild: Set<String>
    let interfaceBreaks: [String: [String]]
    let outputs: [String: [String: String]]
    let unknownOutputs: Set<String>
  }
}

extension Planner {
  /// The state after the last planned stage; nil if a text would show a secret, or while clean-up steps are planned.
  ///
  /// - Parameter isSecret: Whether a text contains the value of a secret.
  package func checkpoint(isSecret: (String) -> Bool) -> Checkpoint? {
    let paths = StepPaths(of: draft.wholeReleasefile)
    func record(_ item: Work) -> Checkpoint.WorkRecord? {
      switch item {
      case .step(let step): paths.path(of: step).map { .step($0) }
      case .enter(let scope): .enter(scope.record)
      case .use(let scope): .use(scope.record)
      case .leave(let id, let caller): .leave(id: id, caller: caller.flatMap(paths.path(of:)))
      case .endConfirmation: .endConfirmation
      case .focus(let package): .focus(package)
      }
    }
    let left = work.reversed().compactMap(record)
    let prompts = secretPrompts.compactMap { step, scope in
      paths.path(of: step).map { Checkpoint.PromptRecord(step: $0, scope: scope.record) }
    }
    guard !isEnding, left.count == work.count, prompts.count == secretPrompts.count else { return nil }
    let numbers = Set(plan.entries.map(\.number))
    let checkpoint = Checkpoint(
      work: left, calls: calls.map(\.record), scope: draft.scope.record, package: draft.package?.name, stage: stage,
      confirmationDepth: confirmationDepth, plannedStepCount: plannedStepCount, hasEndedEarly: hasEndedEarly,
      packagesToRelease: packagesToRelease, awaitedSteps: awaitedSteps, awaitedPosts: awaitedPosts,
      progress: draft.progress.record(unknownOutputs: draft.unknownOutputs), secretPrompts: prompts,
      commandCalls: commandCalls.filter { numbers.contains($0.key) }.mapValues { $0.map(\.record) })
    return checkpoint.texts.contains(where: isSecret) ? nil : checkpoint
  }

  /// Restores the planner at `checkpoint`. `proceed(after:)` with the results of all stages makes it ready for the next one.
  ///
  /// - Parameters:
  ///   - effects: Those of all entries up to there.
  ///   - releasefile: The one of the run, or a later one in which the steps that are left are at the same places.
  /// - Throws: `Failure.movedStep`; the errors of prompts, and of parameters whose secret is not set any more.
  package init(
    at checkpoint: Checkpoint, after effects: [Effect], title: String, laneNamed name: String,
    of releasefile: Releasefile, in context: PlanningContext
  ) throws {
    self.init([], title: title, laneNamed: name, of: releasefile, in: context)
    let paths = StepPaths(of: releasefile)
    draft.progress = checkpoint.progress.restored(after: effects)
    draft.unknownOutputs = checkpoint.progress.unknownOutputs
    draft.focus(onPackage: checkpoint.package)
    for prompt in checkpoint.secretPrompts {
      let step = try paths.step(at: prompt.step)
      draft.scope = try Scope(prompt.scope, of: releasefile) { _, _ in Secret("") }
      draft.stepID = step.id
      draft.progress.secrets.merge(try step.step.plan(draft).secrets) { $1 }
      secretPrompts.append((step, draft.scope))
    }
    calls = try restored(checkpoint.calls)
    work = try checkpoint.work.reversed().map { item in
      switch item {
      case .step(let path): .step(try paths.step(at: path))
      case .enter(let record): .enter(try scope(record))
      case .use(let record): .use(try scope(record))
      case .leave(let id, let caller): .leave(id: id, caller: try caller.map(paths.step(at:)))
      case .endConfirmation: .endConfirmation
      case .focus(let package): .focus(package)
      }
    }
    secretArguments = calls.flatMap(\.allSecrets)
    stage = checkpoint.stage
    confirmationDepth = checkpoint.confirmationDepth
    plannedStepCount = checkpoint.plannedStepCount
    hasEndedEarly = checkpoint.hasEndedEarly
    packagesToRelease = checkpoint.packagesToRelease
    awaitedSteps = checkpoint.awaitedSteps
    awaitedPosts = checkpoint.awaitedPosts
    try restoreSecrets(ofCommands: checkpoint.commandCalls)
    draft.scope = try scope(checkpoint.scope)
  }

  private mutating func restoreSecrets(ofCommands stacks: [Int: [Checkpoint.ScopeRecord]]) throws {
    for (number, records) in stacks.sorted(by: { $0.key < $1.key }) {
      guard case .runCommand(let run) = draft.progress.effects[number - 1] else { continue }
      let calls = try restored(records)
      commandCalls[number] = calls
      draft.scope = calls.last ?? Scope()
      secretsByEntry[number] = run.secrets.compactMapValues(draft.secret(named:))
      if secretsByEntry[number]?.count != run.secrets.count { entriesWithoutSecrets.insert(number) }
    }
  }

  /// Restores a call stack: the secrets of each lane may come from the lane that has called it.
  private func restored(_ records: [Checkpoint.ScopeRecord]) throws -> [Scope] {
    var copy = self
    var calls: [Scope] = []
    for record in records {
      copy.draft.scope = calls.last ?? Scope()
      calls.append(try copy.scope(record))
    }
    return calls
  }

  /// Returns the scope of a lane that has been called, or restores that of another one.
  private func scope(_ record: Checkpoint.ScopeRecord) throws -> Scope {
    if let call = calls.last(where: { $0.record == record }) { return call }
    return try Scope(record, of: draft.wholeReleasefile) { source, parameter in
      switch source {
      case .none: return Secret("")
      case .caller(let name): return draft.secret(named: name)
      case .parameter:
        if let variable = parameter.variable, let value = draft.workspace.environment[variable] { return Secret(value) }
        return try parameter.defaultValue.map { Secret(try draft.text(of: $0)) }
      }
    }
  }
}

extension Progress {
  fileprivate func record(unknownOutputs: Set<String>) -> Checkpoint.ProgressRecord {
    Checkpoint.ProgressRecord(
      uncommitted: uncommitted.map { CommittedFile($0.key, $0.value) }.sorted { $0.path < $1.path }, keptTags: keptTags,
      versions: versions, packagesWithUnknownBuild: packagesWithUnknownBuild, interfaceBreaks: interfaceBreaks,
      outputs: outputs, unknownOutputs: unknownOutputs)
  }
}

extension Checkpoint.ProgressRecord {
  fileprivate func restored(after effects: [Effect]) -> Progress {
    var progress = Progress()
    progress.effects = effects
    progress.uncommitted = Dictionary(uncommitted.map { ($0.path, $0.contents) }) { $1 }
    progress.keptTags = keptTags
    progress.versions = versions
    progress.packagesWithUnknownBuild = packagesWithUnknownBuild
    progress.interfaceBreaks = interfaceBreaks
    progress.outputs = outputs
    return progress
  }
}

extension Checkpoint {
  /// The texts that may contain the output of a command.
  fileprivate var texts: [String] {
    // In any order: they are only searched.
    let scopes =
      calls + [scope] + commandCalls.values.flatMap(\.self) + secretPrompts.map(\.scope) + work.compactMap(\.scope)
    // In any order: they are only searched.
    return scopes.flatMap(\.values.values) + progress.outputs.values.flatMap(\.values)
  }
}

extension Checkpoint.WorkRecord {
  fileprivate var scope: Checkpoint.ScopeRecord? {
    switch self {
    case .enter(let scope), .use(let scope): scope
    case .step, .leave, .endConfirmation, .focus: nil
    }
  }
}
