import Lanes

/// Checks a published release.
struct VerificationPerformer: EffectPerformer {
  let verification: ReleaseVerification

  func prepare(in workspace: Workspace, _ run: RunState) -> any PreparedEffect {
    PreparedAction(.nothing) { try PublishedReleaseCheck(verification, in: workspace, $0).check() }
  }
}
