extension Draft {
  /// Whether the run waits for Apple to process the build.
  package func awaits(_ build: StoreBuild) -> Bool {
    progress.effects[progress.droppedCount...].contains { effect in
      guard case .uploadBuild(let upload) = effect, case .processing = upload.part else { return false }
      return upload.build == build
    }
  }
}
