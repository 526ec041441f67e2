import Lanes

/// Checks a published release.
struct VerificationPerformer: EffectPerformer {
  let verification: ReleaseVerification

  func prepare(in workspace: Workspace, _ run: RunState) -> any PreparedEffect {
    PreparedAction(.nothing) { run in
      run.outcome.audit = try PublishedReleaseCheck(verification, in: workspace, run).check()
    }
  }
}
