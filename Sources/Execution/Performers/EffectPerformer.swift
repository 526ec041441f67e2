import Forges
import Lanes
import TextEditing
import Versioning

/// Does one kind of effect.
protocol EffectPerformer {
  /// That the world still is as the effect needs it, as far as can be told before any effect is performed.
  ///
  /// - Parameter outlook: What the effects before it will have changed by then.
  func verify(in workspace: Workspace, after outlook: inout Outlook) throws

  /// What the effect has changed, if the world says that it has happened, whoever did it; nil when it has not.
  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change?

  /// Makes what can be made without anybody seeing it: objects that nothing names, copies of what will be replaced.
  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect
}

/// An effect of which all is known but that it has happened.
protocol PreparedEffect {
  /// What performing it changes.
  var change: Change { get }

  /// The copy, an absolute path, of what it replaces that the disk may not have yet.
  var copy: String? { get }

  /// Makes what lies beside its place until it is performed.
  mutating func stage() throws

  /// The file that lies there and that the disk may not have yet.
  var stagedFile: StagedFile? { get }

  mutating func perform(_ run: inout RunState) throws

  /// The folder, an absolute path, whose new names the disk may not have yet; nil when it has all of the effect.
  var changedFolder: String? { get }
}

extension PreparedEffect {
  mutating func stage() {}
  var copy: String? { nil }
  var stagedFile: StagedFile? { nil }
  var changedFolder: String? { nil }
}

/// What the entries of a plan will have changed before a later one is performed.
struct Outlook {
  /// The files that will have been written.
  var files: Set<RelativePath> = []
  /// The full names of the references that will be there.
  var references: Set<String> = []
  /// Whether a signature has been made, to see that one can be.
  var hasSigned = false
  /// The repositories on forges whose token has been checked.
  var forges: Set<ForgeRepository> = []
}

/// What a run knows that its plan could not.
struct RunState {
  /// Where copies of what is replaced are kept.
  let folder: RunFolder
  /// What the entries so far have brought about.
  var result = StageResult()
  /// What the run made references name, by their full names: this is pushed, wherever they have been moved since.
  var references: [String: ObjectID] = [:]
  /// The commits that the run made, in order.
  var commits: [CommitMove] = []
  /// The full names of the references that earlier entries of the plan create or move, done or not.
  var plannedReferences: Set<String> = []
  /// The number of the entry that is being performed.
  var entry = 0
  /// The secrets of the run, none of which commands may show.
  var secrets = RunSecrets()
  /// The entries whose captured output holds a secret, so that it is not written down.
  var secretOutputs: Set<Int> = []
  /// The releases of the run, as the forge last reported them to this process.
  var releases: [ReleaseDraft: ForgeRelease] = [:]
  /// The drafts that the run created and that are there no longer.
  var lostDrafts: Set<ReleaseDraft> = []
  /// Whether the journal of the run was lost, and the run was found again by its tag.
  var isTraced = false
  /// Receives what commands write, the progress of exports, and warnings.
  var reporter: any RunReporter = SilentReporter()

  init(in folder: RunFolder) {
    self.folder = folder
  }

  /// The commit that `reference` stands for by now.
  func commit(_ reference: CommitReference) throws -> ObjectID {
    switch reference {
    case .existing(let id): return id
    case .planned(let entry):
      guard let id = result.commits[entry] else { throw ExecutionError.unknownEntry(entry) }
      return id
    }
  }

  /// Takes note of what `change` made references name.
  mutating func note(_ change: Change) {
    switch change {
    case .commit(let move):
      result.commits[move.entry] = move.commit
      references[move.reference] = move.commit
      commits.append(move)
    case .tag(let name, let object): references["refs/tags/\(name)"] = object
    case .nothing, .file, .export, .exportInto, .push, .outwardCommand, .release: break
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
    case .writeArchive(let write): ArchivePerformer(write: write)
    case .showMessage: MessagePerformer()
    case .release(let effect): ReleasePerformer(effect: effect)
    }
  }
}
