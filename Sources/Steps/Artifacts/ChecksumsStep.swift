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
    Parameter<Self>(
      "sbom", \.sbom,
      "The file for a bill of materials, such as `dist/Tool.cdx.json`: CycloneDX with the files, the packages of `Package.resolved`, and `libraries`."
    ),
    Parameter<Self>(
      "libraries", \.libraries,
      "The C libraries in the files, which SwiftPM does not list, for `sbom`: each as `NAME VERSION`. A text may have several lines, such as the output of a command."
    ),
    Parameter<Self>(
      "provenance", \.provenance,
      "The file for a statement of how the files were made, such as `dist/Tool.intoto.json`: in-toto with the provenance of SLSA. Put the step after `commit` and `tag`."
    ),
    Parameter<Self>(
      "sign", \.isSigned,
      "Whether to sign the file with the checksums, with the key for ssh that git signs tags with. The signature has its name and `.sig`."
    ),
  ]
  package static let outputs = [StepOutput("path", "The file with the checksums.")]

  package var output: Template = "dist/SHA256SUMS"
  /// Nil: the archives that the run exports, and its artifacts.
  package var files: [Template]?
  package var sbom: Template?
  package var libraries: [Template] = []
  package var provenance: Template?
  package var isSigned = false

  package init() {}

  package var filesRead: [Template] { files ?? [] }

  package var filesWritten: [String] {
    [output.source, output.source + FileSignature.suffix] + [sbom, provenance].compactMap { $0?.source }
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let path = try draft.path(draft.text(of: output))
    let list = try AssetList(files, in: draft, excluding: try excluded(path, in: draft))
    guard !list.artifacts.isEmpty else { throw Failure.nothingToHash }
    var lines = try list.artifacts.map(line).sorted { $0.name.precedesInBytes($1.name) }
    var decision = Decision(list.artifacts.filter { !draft.keeps($0) }.map { .keepArtifact($0) })
    let isKnown = try list.isComplete && (provenance == nil || draft.isCommitKnown)
    for kind in evidenceKinds {
      let own = try write(evidence(kind, about: lines, in: draft), isKnown: isKnown, in: draft, &decision)
      if let other = list.artifacts.first(where: { $0.name == own.name }) {
        throw Failure.repeatedAsset(other.path, own.path, name: own.name)
      }
      lines.append(try line(own))
      lines.sort { $0.name.precedesInBytes($1.name) }
    }
    let text = lines.map { "\($0.digest)  \($0.name)\n" }.joined()
    let sums = try write(Evidence(path: path, text: text), isKnown: isKnown, in: draft, &decision)
    if isSigned { decision.effects.append(.signFile(FileSignature(of: sums, to: sums.path + FileSignature.suffix))) }
    decision.awaitsStage = !isKnown
    decision.outputs["path"] = path.string
    return decision
  }

  /// Whether to leave out the file at a path, because this step writes it.
  private func excluded(_ path: RelativePath, in draft: Draft) throws -> (String) -> Bool {
    let own =
      try [sbom, provenance].compactMap(\.self).map { try draft.path(draft.text(of: $0)).string }
      + [path.string, path.string + FileSignature.suffix]
    return { own.contains($0) }
  }

  /// Writes a file, unless it has the text already, and keeps it.
  private func write(
    _ evidence: Evidence, isKnown: Bool, in draft: Draft, _ decision: inout Decision
  ) throws -> Artifact {
    let before = try draft.source(at: evidence.path)
    let after = SourceText(path: evidence.path, text: evidence.text)
    if before != after { decision.effects.append(.writeFile(FileWrite(from: before, to: after))) }
    let contents = ArtifactContents(size: after.bytes.count, digest: ContentDigest(of: after.bytes))
    let artifact = Artifact(
      name: evidence.path.lastComponent, path: evidence.path.string, contents: isKnown ? contents : nil)
    decision.effects.append(.keepArtifact(artifact))
    return artifact
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
