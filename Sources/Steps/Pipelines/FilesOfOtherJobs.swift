import Lanes
import MartletCore

extension Draft {
  /// The files that steps of the lane read, and that neither the lane makes nor the project has: other jobs build them. They are
  /// paths and patterns, as the Releasefile has them. A command may make any file that later steps read.
  func filesOfOtherJobs(ofLaneNamed name: String) throws -> [String] {
    var files: [String] = []
    var made = Set(try filePaths().map(\.string))
    for declaration in releasefile.steps(ofLaneNamed: name) {
      if declaration.step is RunStep || declaration.step is LaneStep { break }
      for text in declaration.step.filesRead.map(\.source) where !files.contains(text) {
        let pattern = PathPattern(text)
        let isMade = made.contains { path in
          path == text || RelativePath(path).map { pattern?.matches($0) == true } ?? false
        }
        // Such a text would be more than a comment in a pipeline.
        if !isMade, !text.contains("{{"), text.escapedForTerminal() == text { files.append(text) }
      }
      made.formUnion([declaration.id].compactMap(\.self) + declaration.step.filesWritten)
    }
    return files
  }
}

extension Step {
  /// The files that it reads from the project or the folder of `--artifacts`: paths, patterns, or the ids of steps.
  fileprivate var filesRead: [Template] {
    switch self {
    case let step as ArtifactBundleStep: step.variants.entries.map(\.text)
    case let step as ChecksumsStep: step.files ?? []
    case let step as PublishReleaseStep: step.assets ?? []
    case let step as TapStep: step.archives.entries.map(\.text)
    case let step as UpdateBinaryTargetStep: [step.artifact].compactMap(\.self)
    case let step as UploadBuildStep: [step.file]
    default: []
    }
  }

  fileprivate var filesWritten: [String] {
    switch self {
    case let step as ArtifactBundleStep: [step.output?.source ?? "dist/\(step.name.source).artifactbundle.zip"]
    case let step as XCFrameworkStep:
      [step.output?.source ?? "dist/\(RelativePath(step.folder.source)?.lastComponent ?? "").zip"]
    case let step as ChecksumsStep:
      [step.output.source, "\(step.output.source)\(FileSignature.suffix)"]
        + [step.sbom, step.provenance].compactMap { $0?.source }
    case let step as ExportStep: step.output.map { [$0.source, "\($0.source).sha256"] } ?? []
    default: []
    }
  }
}
