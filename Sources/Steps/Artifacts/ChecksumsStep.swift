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
      "sign", \.isSigned,
      "Whether to write `release.intoto.json` beside the file, a statement of the release with its tag, commit and files, and to sign it with the key for ssh that git signs tags with. Put the step after `tag`."
    ),
  ]
  package static let outputs = [StepOutput("path", "The file with the checksums.")]

  package var output: Template = "dist/SHA256SUMS"
  /// Nil: the archives that the run exports, and its artifacts.
  package var files: [Template]?
  package var sbom: Template?
  package var libraries: [Template] = []
  package var isSigned = false

  package init() {}

  package var filesRead: [Template] { files ?? [] }

  package var filesWritten: [String] {
    let folder = output.source.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    let signed = isSigned ? [ReleaseStatement.fileName, ReleaseStatement.signatureName].map { folder + $0 } : []
    return [output.source] + [sbom].compactMap { $0?.source } + signed
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let path = try draft.path(draft.text(of: output))
    let materialsPath = try sbom.map { try draft.path(draft.text(of: $0)) }
    let statement = isSigned ? path.sibling(ReleaseStatement.fileName) : nil
    let signature = isSigned ? path.sibling(ReleaseStatement.signatureName) : nil
    let own = [path, materialsPath, statement, signature].compactMap { $0?.string }
    let list = try AssetList(files, in: draft, excluding: own.contains)
    guard !list.artifacts.isEmpty else { throw Failure.nothingToHash }
    var lines = try list.artifacts.map(line).sorted { $0.name.precedesInBytes($1.name) }
    var decision = Decision(list.artifacts.filter { !draft.keeps($0) }.map { .keepArtifact($0) })
    let tag = try isSigned ? draft.workspace.tag(named: draft.text(of: "${tag}")) : nil
    let isKnown = list.isComplete && isSigned == (tag != nil)
    if let materialsPath {
      let text = try materials(lines, in: draft).json
      let artifact = try write(text, to: materialsPath, isKnown: isKnown, in: draft, &decision)
      if let other = list.artifacts.first(where: { $0.name == artifact.name }) {
        throw Failure.repeatedAsset(other.path, artifact.path, name: artifact.name)
      }
      lines.append(try line(artifact))
      lines.sort { $0.name.precedesInBytes($1.name) }
    }
    let text = lines.map { "\($0.digest)  \($0.name)\n" }.joined()
    let sums = try write(text, to: path, isKnown: isKnown, in: draft, &decision)
    if let statement, let signature {
      lines.append(try line(sums))
      let text = try self.statement(of: tag, lines, in: draft).json
      let artifact = try write(text, to: statement, isKnown: isKnown, in: draft, &decision)
      decision.effects.append(.signFile(FileSignature(of: artifact, to: signature.string)))
    }
    decision.awaitsStage = !isKnown
    decision.outputs["path"] = path.string
    return decision
  }

  /// Writes a file, unless it has the text already, and keeps it.
  private func write(
    _ text: String, to path: RelativePath, isKnown: Bool, in draft: Draft, _ decision: inout Decision
  ) throws -> Artifact {
    let before = try draft.source(at: path)
    let after = SourceText(path: path, text: text)
    if before != after { decision.effects.append(.writeFile(FileWrite(from: before, to: after))) }
    let contents = ArtifactContents(size: after.bytes.count, digest: ContentDigest(of: after.bytes))
    let artifact = Artifact(
      name: path.lastComponent, path: path.string, contents: isKnown ? contents : nil)
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
