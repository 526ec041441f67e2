import Lanes

extension StepCatalogue {
  /// Every step, in the order of the reference, the forms of a step one after another. To add a step, add a file to this folder and a name to this list.
  package static let standard = StepCatalogue([
    EnsureStep.self, BumpStep.self, BumpBuildStep.self, ChangelogStep.self, SetBuildSettingStep.self,
    ReplaceStep.self, UpdateBinaryTargetStep.self, GenerateConfigStep.self,
    CommitStep.self, TagStep.self, ExportStep.self, ArtifactBundleStep.self, XCFrameworkStep.self, ChecksumsStep.self,
    PushStep.self, PublishReleaseStep.self,
    PublishTreeStep.self, PublishDocsStep.self, TapStep.self,
    UploadBuildStep.self, TestFlightStep.self, AppStoreReleaseStep.self, AnnounceStep.self,
    ConfirmStep.self, PromptStep.self, MessageStep.self, LaneStep.self, PackagesStep.self, RunStep.self,
  ])

  /// The checks of the step `ensure`, in the order of the reference.
  package static let checks = StepCatalogue([
    EnsureCleanStep.self, EnsureUpToDateStep.self, EnsureBranchStep.self, EnsureEnvironmentStep.self,
    EnsureConsistentStep.self, EnsureReleasableStep.self, EnsureAPICompatibleStep.self,
  ])
}
