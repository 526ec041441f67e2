import TextEditing
import Versioning

extension Draft {
  /// The project's version by now.
  ///
  /// - Throws: `LaneError.noVersion` when it has none; what reading the manifests throws.
  package func version() throws -> Version {
    if let version = changedVersion { return version.current }
    guard let version = try versions.version(in: self) else { throw LaneError.noVersion }
    return version
  }

  /// The version before the run and by now; nil when no step has changed it.
  package var changedVersion: VersionState? { progress.versions[packageName] }

  /// The same of a package of the repository.
  package func changedVersion(ofPackage name: String) -> VersionState? { progress.versions[name] }

  /// How the tags are spelled: as the Releasefile says, otherwise as the repository's are.
  ///
  /// - Throws: `LaneError.tagsMissing` when no tag here tells, and there may be others elsewhere.
  package func tagFormat() throws -> TagFormat {
    if let format = try releasefile.tagFormat ?? TagFormat.found(in: Array(tags().keys)) { return format }
    if let gap = try workspace.tagGap() { throw LaneError.tagsMissing(gap, pipeline?.system) }
    return .plain
  }

  /// What is checked out by now: the commit of the last entry that will make one, or the repository's. What a command
  /// of the user's has committed in an earlier stage counts, too.
  ///
  /// - Throws: `LaneError.noCommit` on a branch without one.
  package func headReference() throws -> CommitReference {
    let planned = progress.effects[progress.performedCount...]
    let last = planned.lastIndex { if case .createCommit = $0 { true } else { false } }
    if let last { return .planned(entry: last + 1) }
    switch try workspace.head() {
    case .branch(_, let commit), .detached(let commit): return .existing(commit)
    case .unborn(let branch): throw LaneError.noCommit(branch: branch)
    }
  }

  /// The name of the branch that is worked on.
  ///
  /// - Throws: as `workingBranch` does.
  package func branch() throws -> String { try workingBranch().name }

  /// The branch that is checked out and has a commit; where only a commit is, as many CI systems have it, the branch that
  /// the CI system says it builds at that very commit.
  ///
  /// - Throws: `LaneError.detachedHead`, `.noCommit`, or `.unfinishedOperation` where that is why there is no branch.
  package func workingBranch() throws -> WorkingBranch {
    switch try workspace.head() {
    case .branch(let name, _): return WorkingBranch(name: name, isDetached: false)
    case .detached(let commit):
      try refuseUnfinishedOperation()
      guard let name = pipeline?.branch, commit == pipeline?.commit || progress.commits.values.contains(commit) else {
        throw LaneError.detachedHead(commit, pipeline)
      }
      return WorkingBranch(name: name, isDetached: true)
    case .unborn(let branch): throw LaneError.noCommit(branch: branch)
    }
  }

  /// - Throws: `LaneError.unfinishedOperation` while a merge, rebase or the like is half done.
  package func refuseUnfinishedOperation() throws {
    if let operation = try workspace.unfinishedOperation() { throw LaneError.unfinishedOperation(operation) }
  }

  /// The files that the run wrote and did not commit yet, in byte order of their paths.
  package var uncommittedFiles: [CommittedFile] {
    progress.uncommitted.map { CommittedFile($0.key, $0.value) }.sorted { $0.path < $1.path }
  }

  /// The names of the tags that are the run's: those that it makes, and those that were where it would have made them.
  package var ownTags: [String] { progress.keptTags + createdTags.map(\.name) }

  /// The tags that the run makes.
  package var createdTags: [TagCreation] {
    progress.effects[progress.droppedCount...].compactMap { if case .createTag(let tag) = $0 { tag } else { nil } }
  }

  /// The pushes that the run will have done by now, and has not done yet.
  package var plannedPushes: [RefPush] {
    progress.effects[progress.performedCount...].compactMap { if case .pushRefs(let push) = $0 { push } else { nil } }
  }

  /// Whether the run makes a commit.
  package var hasCreatedCommit: Bool {
    progress.effects[progress.droppedCount...].contains { if case .createCommit = $0 { true } else { false } }
  }
}

extension Draft {
  /// `effects` with the run's first tag saying in its message what plan led to it.
  ///
  /// Behind a command whose work is not known yet, that is not known either.
  func tracing(_ effects: [Effect]) -> [Effect] {
    let first = effects.firstIndex { if case .createTag = $0 { true } else { false } }
    guard createdTags.isEmpty, let first, case .createTag(let tag) = effects[first],
      !progress.effects[progress.performedCount...].contains(where: \.isOpaque),
      let traced = tag.tracing(Array(progress.effects[progress.droppedCount...]) + effects[..<first])
    else { return effects }
    var effects = effects
    effects[first] = .createTag(traced)
    return effects
  }
}

extension Draft {
  /// The text of `template`, as of now.
  ///
  /// - Throws: `LaneError` for a name that is not known yet, not set, or secret, and for a text that gets too long.
  package func text(of template: Template) throws -> String {
    var length = 0
    return try template.resolved { name in
      if let reference = OutputReference(name), unknownOutputs.contains(reference.step) { return "${\(name)}" }
      let value = try value(of: name)
      length += value.utf8.count
      guard length <= Self.textLimit else { throw LaneError.textTooLong(limit: Self.textLimit) }
      return value
    }
  }

  /// Whether everything that `template` asks of other steps is known by now: what a command will print is not in a plan
  /// that is only shown.
  package func knows(_ template: Template) -> Bool {
    !template.names.compactMap(OutputReference.init).contains { unknownOutputs.contains($0.step) }
  }

  /// How many bytes names may bring into one text: lanes that hand a text on twice make it long before long.
  private static let textLimit = 4 << 20

  /// The name of the secret that `template` is, and nothing but it; nil for any other template.
  package func secretName(of template: Template) -> String? {
    guard let name = template.onlyName, secret(named: name) != nil else { return nil }
    return name
  }

  /// The facts that every command finds in its environment, `MARTLET_VERSION` and the like, with the lane's parameters;
  /// what is not known by now is left out.
  package var environmentFacts: [String: String] {
    // Commands mostly do not ask for the next version, and to tell it takes the whole history.
    let facts = FactName.allCases.filter { $0 != .nextVersion }
    let names = facts.map(\.rawValue) + (scope.lane?.parameters.filter { !$0.isSecret }.map(\.name) ?? [])
    let pairs = names.compactMap { name in
      (try? value(of: name)).map { (FactName.variable(of: name), $0) }
    }
    return Dictionary(pairs) { $1 }
  }

  /// What `name` stands for by now.
  package func value(of name: String) throws -> String {
    if let value = scope.value(of: name) ?? failure?.value(of: name) { return value }
    if secret(named: name) != nil { throw LaneError.secretInText(name) }
    if let reference = OutputReference(name) { return try output(reference) }
    if let variable = name.environmentVariable {
      guard let value = workspace.environment[variable] else { throw LaneError.unsetVariable(variable) }
      return value
    }
    guard let fact = FactName(rawValue: name) else { throw LaneError.unknownName(name) }
    return try value(of: fact)
  }

  /// The secret called `name`: a parameter of the lane, an answer that is one, or a variable whose name looks like one.
  func secret(named name: String) -> Secret? {
    if let secret = scope.secret(name) ?? progress.secrets[name] { return secret }
    guard let variable = name.environmentVariable, SecretName.isLikely(variable) else { return nil }
    return workspace.environment[variable].map(Secret.init)
  }

  /// Whether `condition` holds by now. It may ask whether there is a secret, and a variable that is not set is empty.
  func holds(_ condition: Condition) throws -> Bool {
    let compared = condition.comparedNames
    return try condition.holds { name in
      if let variable = name.environmentVariable, workspace.environment[variable] == nil { return "" }
      if !compared.contains(name), let secret = secret(named: name) { return secret.exposed }
      return try value(of: name)
    }
  }

  private func output(_ reference: OutputReference) throws -> String {
    guard let value = progress.outputs[reference.step]?[reference.output] else {
      throw LaneError.outputNotKnownYet(step: reference.step, output: reference.output)
    }
    return value
  }

  private func value(of fact: FactName) throws -> String {
    switch fact {
    case .project: return releasefile.project ?? workspace.folderName
    case .version: return try version().description
    case .previousVersion: return try (changedVersion?.previous ?? version()).description
    case .nextVersion: return try versions.next(in: self).description
    case .build:
      guard let build = try versions.build(in: self) else { throw LaneError.noBuildNumber }
      return build
    case .tag: return try tagFormat().tag(for: version())
    case .branch: return try branch()
    case .commit:
      guard case .existing(let id) = try headReference() else { throw LaneError.commitNotKnownYet }
      return id.hex
    case .lane: return laneName ?? ""
    case .ci: return pipeline == nil ? "false" : "true"
    case .date: return workspace.today
    }
  }
}

extension String {
  /// The variable that the name `env.VARIABLE` means; nil for another name.
  fileprivate var environmentVariable: String? {
    hasPrefix(FactName.environmentPrefix) ? String(dropFirst(FactName.environmentPrefix.count)) : nil
  }
}
