import Lanes
import TextEditing
import Versioning

/// Does one kind of effect, and takes it back.
protocol EffectPerformer {
  /// That the world still is as the effect needs it, as far as can be told before any effect is performed.
  ///
  /// - Parameter outlook: What the effects before it will have changed by then.
  func verify(in workspace: Workspace, after outlook: inout Outlook) throws

  /// Does it.
  ///
  /// - Returns: how to take it back.
  func perform(in workspace: Workspace, _ run: inout RunState) throws -> Undo
}

/// What the entries of a plan will have changed before a later one is performed.
struct Outlook {
  /// What files will hold.
  var digests: [RelativePath: ContentDigest] = [:]
  /// The full names of the references that will be there.
  var references: Set<String> = []
}

/// What a run knows that its plan could not.
struct RunState {
  /// What the entries so far have brought about.
  var result = StageResult()
  /// What the run made references name, by their full names: this is pushed, wherever they have been moved since.
  var references: [String: ObjectID] = [:]
  /// The number of the entry that is being performed.
  var entry = 0
  /// The secrets of commands, by the number of their entry and the variable's name.
  var secrets: [Int: [String: Secret]] = [:]
  /// All secrets of the run, none of which commands may show.
  var knownSecrets: [Secret] = []
  /// Told of what commands write.
  var watch: (CommandOutput) -> Void = { _ in }
  /// Told of what is no error.
  var warn: (Diagnostic) -> Void = { _ in }

  /// The commit that `reference` stands for by now.
  func commit(_ reference: CommitReference) throws -> ObjectID {
    switch reference {
    case .existing(let id): return id
    case .planned(let entry):
      guard let id = result.commits[entry] else { throw ExecutionError.unknownEntry(entry) }
      return id
    }
  }
}

extension Effect {
  /// What does this effect.
  var performer: any EffectPerformer {
    switch self {
    case .writeFile(let write): FileWritePerformer(write: write)
    case .createCommit(let commit): CommitPerformer(creation: commit)
    case .createTag(let tag): TagPerformer(creation: tag)
    case .pushRefs(let push): PushPerformer(push: push)
    case .runCommand(let run): RunPerformer(run: run)
    case .showMessage: MessagePerformer()
    }
  }
}
