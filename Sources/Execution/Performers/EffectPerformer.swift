import Lanes
import MartletCore

/// Performs one kind of effect.
protocol EffectPerformer {
  /// Checks that the effect can be performed, before any effect of the plan is performed.
  ///
  /// - Parameter pending: The changes of the effects before it.
  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws

  /// Checks what is known before the stage of the effect is planned. By default the same.
  func verifyForecast(in workspace: Workspace, after pending: inout PendingChanges) throws

  /// Adds what it changes.
  func note(in pending: inout PendingChanges)

  /// The full name of the reference that it creates or moves here; nil for none.
  var createdReference: String? { get }

  /// What of the workspace it depends on. A push, a release or an announcement only sends what the run has recorded.
  var aspects: Expectation.Aspects { get }

  /// Returns the change if the effect has happened, whether or not this run performed it; otherwise nil.
  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change?

  /// Prepares the effect without visible changes: creates objects without references, and copies of what will be
  /// replaced.
  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect
}

extension EffectPerformer {
  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {}

  func verifyForecast(in workspace: Workspace, after pending: inout PendingChanges) throws {
    try verify(in: workspace, after: &pending)
  }

  func note(in pending: inout PendingChanges) {
    if let createdReference { pending.references.insert(createdReference) }
  }
  var createdReference: String? { nil }
  var aspects: Expectation.Aspects { [] }
  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? { nil }
}

/// An effect that is ready to be performed.
protocol PreparedEffect {
  /// The change that performing it makes.
  var change: Change { get }

  /// The absolute path of the copy of what it replaces, if that may not be on the disk yet.
  var copy: String? { get }

  /// Writes the temporary file beside its final place.
  mutating func stage() throws

  /// The temporary file, if it may not be on the disk yet.
  var stagedFile: StagedFile? { get }

  mutating func perform(_ run: inout RunState) throws

  /// The absolute path of the folder whose new names may not be on the disk yet; nil when the effect is on the disk.
  var changedFolder: String? { get }
}

extension PreparedEffect {
  mutating func stage() {}
  var copy: String? { nil }
  var stagedFile: StagedFile? { nil }
  var changedFolder: String? { nil }
}

/// A prepared effect without a temporary file.
struct PreparedAction: PreparedEffect {
  let change: Change
  private let action: (inout RunState) throws -> Void

  init(_ change: Change, _ action: @escaping (inout RunState) throws -> Void) {
    self.change = change
    self.action = action
  }

  func perform(_ run: inout RunState) throws { try action(&run) }
}

/// The changes of the entries before the current one.
struct PendingChanges {
  /// The files that are written before.
  var files: Set<RelativePath> = []
  /// The full names of the references that are created before.
  var references: Set<String> = []
  /// Whether an earlier process has begun the run.
  var isResumed = false
  /// Whether one of them pushes, so that a failure after it leaves something public.
  var hasPush = false
  /// Whether a test signature has been made.
  var hasSigned = false
  /// The tags that are on their remotes.
  var publicTags: Set<RemoteTag> = []
  /// The repositories on forges whose token has been checked.
  var forges: Set<ForgeRepository> = []
  /// The branches of other repositories whose write access has been checked.
  var branches: Set<RemoteBranch> = []
}

/// How to treat effects of which only the user can find out whether they have happened: outward commands, and announcements on
/// services that list no posts.
package enum DoubtChoice: Sendable {
  case none
  /// They count as done.
  case skipped
  case repeated
}

/// The state of a run that its plan does not contain.
struct RunState {
  /// The folder for copies of replaced files.
  let folder: RunFolder
  /// The outcomes of the entries so far.
  var outcomes: Outcomes = [:]
  /// The objects that the run's references name, by full name. They are pushed even if a reference was moved since.
  var references: [String: ObjectID] = [:]
  /// The commits of the run, in order.
  var commits: [CommitMove] = []
  /// The known entries of the whole run, as its user has seen them; empty for a resumed run.
  var shownEntries: [Plan.Entry] = []
  /// What the workspace has to be like; nil for a run without a record.
  var expectation: Expectation?
  /// The full names of the references that earlier entries of the plan create or move, done or not.
  var plannedReferences: Set<String> = []
  /// The number of the current entry.
  var entry = 0
  /// The secrets of the run, which are masked in command output.
  var secrets = RunSecrets()
  /// The entries whose captured output contains a secret, so that it is not written to the journal.
  var secretOutputs: Set<Int> = []
  /// The releases of the run, as the forge last reported them to this process.
  var releases: [ReleaseDraft: ForgeRelease] = [:]
  /// The assets that the run has uploaded to its unpublished releases, in order.
  var plannedAssets: [ReleaseDraft: [Artifact]] = [:]
  /// The drafts that the run created and that no longer exist.
  var lostDrafts: Set<ReleaseDraft> = []
  /// The announcements that earlier processes of the run have tried to post, by entry.
  var attempts: [Int: AnnouncementAttempt] = [:]
  /// Why it is unknown whether an announcement was sent, by entry.
  var doubts: [Int: any Error] = [:]
  /// The record of the run on the remote; nil if it needs none.
  var shared: SharedRecord?
  /// Whether an earlier process may have performed effects of the run.
  var isResumed = false
  /// How to treat effects of later stages that another clone may have performed and no service shows; nil if none has.
  var choiceInDoubt: DoubtChoice?
  /// The entries whose push an earlier process has sent, so that what it creates may be there.
  var sentEntries: Set<Int> = []
  /// The change of the current entry as its answer shows it, before it is recorded.
  var knownChange: Change?
  /// The uploads that the run has reserved at App Store Connect, by their builds.
  var uploads: [StoreBuild: String] = [:]
  /// Called before the push of the current entry is sent.
  var willSend: () throws -> Void = {}
  /// Receives command output, the progress of exports, and warnings.
  var reporter: any RunReporter = SilentReporter()

  init(in folder: RunFolder) {
    self.folder = folder
  }

  /// The outcome of the current entry.
  var outcome: Outcome {
    get { outcomes[entry] ?? Outcome() }
    set { outcomes[entry] = newValue }
  }

  /// Moves the record of the run to what the journal says now. The first move claims the lane.
  ///
  /// - Throws: As `SharedRecord.move` does; `TransportError.tagExists` if another run has finished between the plan and the
  ///   claim. The claim is ended then.
  func moveRecord() throws {
    guard let shared else { return }
    let isClaim = !shared.isClaimed
    try shared.move()
    // An earlier process of the run may have sent its tags.
    guard isClaim, !isResumed else { return }
    do {
      try shared.checkAbsence(of: references.keys.filter { $0.hasPrefix("refs/tags/") }.sorted())
    } catch {
      try shared.end(.undone)
      throw error
    }
  }

  /// Returns the commit that `reference` names now.
  func commit(_ reference: CommitReference) throws -> ObjectID {
    switch reference {
    case .existing(let id): return id
    case .planned(let entry):
      guard let id = outcomes[entry]?.commit else { throw ExecutionError.unknownEntry(entry) }
      return id
    }
  }

  /// Records what the current entry has changed.
  mutating func note(_ change: Change) {
    expectation?.note(change)
    let (head, files) = (outcome.head, outcome.files)
    expectation?.note(head, files ?? [])
    if case .commit(let move) = change {
      outcomes[move.entry, default: Outcome()].commit = move.commit
      references[move.reference] = move.commit
      commits.append(move)
    }
    if case .tag(let name, let object) = change { references["refs/tags/\(name)"] = object }
    // A tag that the remote has may be deleted here.
    if case .push(_, let pushed) = change {
      references.merge(pushed.filter { $0.key.hasPrefix("refs/tags/") }) { own, _ in own }
    }
    if case .release(let change) = change { note(change) }
    if case .upload(let change) = change, let id = change.id { uploads[change.upload.build] = id }
  }

  private mutating func note(_ change: ReleaseChange) {
    switch change {
    case .draft(let draft, _): plannedAssets[draft] = plannedAssets[draft] ?? []
    case .asset(let artifact, let draft, _): plannedAssets[draft, default: []].append(artifact)
    case .publication(let publication, _): plannedAssets[publication.draft] = nil
    }
  }
}

extension Effect {
  /// Whether a service shows if it has happened; only the user can find that out for a command.
  var isShownByService: Bool {
    switch self {
    case .runCommand: false
    case .postMessage(let announcement): announcement.channel.service.listsPosts
    default: true
    }
  }

  /// The performer of this effect.
  var performer: any EffectPerformer {
    switch self {
    case .writeFile(let write): FileWritePerformer(write: write)
    case .createCommit(let commit): CommitPerformer(creation: commit)
    case .createTag(let tag): TagPerformer(creation: tag)
    case .pushRefs(let push): PushPerformer(push: push)
    case .runCommand(let run): RunPerformer(run: run)
    case .writeArchive(let write): ArchivePerformer(write: write)
    case .showMessage: MessagePerformer()
    case .keepArtifact(let artifact): ArtifactPerformer(artifact: artifact)
    case .signFile(let signature): SignaturePerformer(signature: signature)
    case .openDraft(let draft): DraftPerformer(draft: draft)
    case .uploadAsset(let artifact, let draft): AssetPerformer(artifact: artifact, draft: draft)
    case .publishRelease(let publication): PublicationPerformer(publication: publication)
    case .verifyRelease(let verification): VerificationPerformer(verification: verification)
    case .postMessage(let announcement): AnnouncementPerformer(announcement: announcement)
    case .publishTree(let publication): TreePerformer(publication: publication)
    case .uploadBuild(let upload): BuildUploadPerformer(upload: upload)
    case .testBuild(let test): StorePerformer(change: .test(test))
    case .releaseVersion(let release): StorePerformer(change: .release(release))
    }
  }
}

extension ExecutionError {
  static func unknownEntry(_ number: Int) -> ExecutionError {
    .failed(Failure("entry \(number) of the plan is not a commit"))
  }
}
