import Lanes

extension StepCatalogue {
  /// Every step, in the order of the reference, and what other tools call them.
  package static let standard = StepCatalogue(
    [
      EnsureCleanStep.self, EnsureBranchStep.self, EnsureUpToDateStep.self, EnsureEnvironmentStep.self,
      EnsureConsistentStep.self, EnsureReleasableStep.self, EnsureAPICompatibleStep.self,
      BumpStep.self, BumpBuildStep.self, ChangelogStep.self, SetBuildSettingStep.self, PromptVersionStep.self,
      ReplaceStep.self, GenerateConfigStep.self,
      CommitStep.self, TagStep.self, ExportStep.self, PushStep.self,
      ConfirmStep.self, PromptStep.self, MessageStep.self,
      LaneStep.self, PackagesStep.self, RunStep.self,
    ],
    foreignNames: [
      // fastlane
      "ensure_git_status_clean": "ensure_clean", "ensure_git_branch": "ensure_branch",
      "increment_version_number": "bump", "version_bump_podspec": "bump",
      "commit_version_bump": "commit", "git_commit": "commit",
      "add_git_tag": "tag", "push_to_git_remote": "push", "push_git_tags": "push",
      "ensure_env_vars": "ensure_environment", "increment_build_number": "bump_build", "sh": "run",
      "puts": "message", "say": "message",
      // knope, cargo-release, goreleaser
      "BumpVersion": "bump", "PrepareRelease": "bump", "Release": "tag", "version": "bump",
    ])
}
