import Lanes
import MartletCore

/// Writes a file with the SHA-256 of every file of a release.
package struct ChecksumsStep: Step {
  package static let keyword = "checksums"
  package static let summary =
    "Writes the SHA-256 of the files of a release to one file, which `sha256sum -c` reads. A file that is changed afterwards stops the run."
  package static let parameters = [
    Parameter<Self>.main("output", \.output, "The file to write, relative to the repository's root."),
    Parameter<Self>(
      "files", \.files,
      "Files, such as `dist/*.zip`, or the `id` of a step that makes them; left out, all that the run exports, its artifacts, and the files of `--artifacts`."
    ),
  ]
  package static let outputs = [StepOutput("path", "The file with the checksums.")]

  package var output: Template = "dist/SHA256SUMS"
  /// Nil: the archives that the run exports, and its artifacts.
  package var files: [Template]?

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let path = try draft.path(draft.text(of: output))
    // The checksum files of exports list files that this one lists, too.
    let isLeftOut: (String) -> Bool = { $0 == path.string || files == nil && $0.hasSuffix(".sha256") }
    let list = try AssetList(files, in: draft, excluding: isLeftOut)
    guard !list.artifacts.isEmpty else { throw Failure.nothingToHash }
    let lines = try list.artifacts.map(line).sorted { $0.name.precedesInBytes($1.name) }
    let before = try draft.source(at: path)
    let after = SourceText(path: path, text: lines.map { "\($0.digest)  \($0.name)\n" }.joined())
    let artifacts = list.artifacts.filter { !draft.keeps($0) }
    var decision = Decision(artifacts.map { .keepArtifact($0) })
    if before != after { decision.effects.append(.writeFile(FileWrite(from: before, to: after))) }
    let contents = ArtifactContents(size: after.bytes.count, digest: ContentDigest(of: after.bytes))
    let own = Artifact(name: path.lastComponent, path: path.string, contents: list.isComplete ? contents : nil)
    decision.effects.append(.keepArtifact(own))
    decision.awaitsStage = !list.isComplete
    decision.outputs["path"] = path.string
    return decision
  }

  /// The digest and the name; in a plan that is only shown, the digest of a file that is not built yet is left open.
  private func line(_ artifact: Artifact) throws -> (digest: String, name: String) {
    guard !artifact.name.contains(where: { $0 == "\\" || $0.isNewline }) else {
      throw Failure.unlistableName(artifact.path)
    }
    return (artifact.contents?.digest.hex ?? String(repeating: "?", count: 64), artifact.name)
  }
}

extension Failure {
  static let nothingToHash = Failure(
    "no files to hash: no earlier step exports an archive or makes artifacts",
    hint: "put `checksums` after the steps that make the files, or name the files with `files`")

  static func unlistableName(_ path: String) -> Failure {
    Failure(
      "`\(path)` cannot be in a list of checksums: its name has a line break or a backslash",
      hint: "give the file another name")
  }
}
