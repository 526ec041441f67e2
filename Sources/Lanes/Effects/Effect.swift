import MartletCore

/// One effect of a run. The set is closed: `value` here and `performer` in Execution are the only complete lists of its cases.
package enum Effect: Hashable, Sendable, Codable {
  case writeFile(FileWrite)
  case createCommit(CommitCreation)
  case createTag(TagCreation)
  case pushRefs(RefPush)
  case writeArchive(ArchiveWrite)
  case runCommand(CommandRun)
  case showMessage(String)
  /// Keeps a copy of a file with the run, so that the same bytes are uploaded however long that takes.
  case keepArtifact(Artifact)
  /// Signs a file that the run keeps.
  case signFile(FileSignature)
  /// Creates a release that only writers of the repository can see.
  case openDraft(ReleaseDraft)
  case uploadAsset(Artifact, to: ReleaseDraft)
  /// Makes the draft public.
  case publishRelease(ReleasePublication)
  /// Reads the release back as a consumer gets it.
  case verifyRelease(ReleaseVerification)
  case postMessage(Announcement)
  case publishTree(TreePublication)
  case uploadBuild(BuildUpload)
  case testBuild(BetaTest)
  case releaseVersion(StoreRelease)

  package var value: any EffectValue {
    switch self {
    case .writeFile(let write): write
    case .createCommit(let creation): creation
    case .createTag(let creation): creation
    case .pushRefs(let push): push
    case .writeArchive(let write): write
    case .runCommand(let run): run
    case .showMessage(let text): ShownMessage(text: text)
    case .keepArtifact(let artifact): ArtifactCopy(artifact: artifact)
    case .signFile(let signature): signature
    case .openDraft(let draft): draft
    case .uploadAsset(let artifact, let draft): AssetAddition(artifact: artifact, draft: draft)
    case .publishRelease(let publication): publication
    case .verifyRelease(let verification): verification
    case .postMessage(let announcement): announcement
    case .publishTree(let publication): publication
    case .uploadBuild(let upload): upload
    case .testBuild(let test): test
    case .releaseVersion(let release): release
    }
  }

  package var summary: EffectSummary { value.summary }
  package var isOutward: Bool { value.isOutward }
  package var reachesService: Bool { value.reachesService }
  package var isOpaque: Bool { value.isOpaque }
}
