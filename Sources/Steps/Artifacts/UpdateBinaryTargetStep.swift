import Lanes
import MartletChangelogs
import MartletCore
import MartletManifests

/// Writes the address and the checksum of a binary target to the package manifests.
package struct UpdateBinaryTargetStep: Step {
  package static let keyword = "update_binary_target"
  package static let phase = StepPhase.proposal
  package static let summary =
    "Writes the address and the checksum of a binary target to `Package.swift`, before the commit and the tag. Every other byte stays the same."
  package static let parameters = [
    Parameter<Self>.main("target", \.target, "The name of the binary target.", .required),
    Parameter<Self>(
      "artifact", \.artifact, "The archive: a path, or the `id` of the step that makes it. Its SHA-256 is the checksum."
    ),
    Parameter<Self>(
      "checksum", \.checksum, "The checksum of an archive that is somewhere else, instead of `artifact`."),
    Parameter<Self>(
      "url", \.url, "The address of the archive; left out, the one of the artifact in the release of `tag`."),
    Parameter<Self>("tag", \.tag, "The tag of the release that has the artifact."),
    Parameter<Self>(
      "file", \.file,
      "The manifest; left out, `Package.swift` and every `Package@swift-….swift` that declares the target."),
  ]
  package static let outputs = [StepOutput("url", "The address."), StepOutput("sha256", "The checksum.")]

  package var target: Template = ""
  package var artifact: Template?
  package var checksum: Template?
  package var url: Template?
  package var tag: Template = "${tag}"
  package var file: Template?

  package init() {}

  package var filesRead: [Template] { [artifact].compactMap(\.self) }

  package func mistakes(id: String?) -> [StepProblem] {
    switch (artifact, checksum, url) {
    case (.some, .some, _): [StepProblem(.artifactAndChecksum)]
    case (nil, nil, _): [StepProblem(.noChecksum)]
    case (nil, .some, nil): [StepProblem(.checksumWithoutURL)]
    case (.some, nil, _), (nil, .some, .some): []
    }
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let target = try draft.text(of: target)
    let archive = try archive(in: draft)
    guard !archive.url.contains(where: { $0 == "\"" || $0 == "\\" || $0.isNewline }) else {
      throw Failure.badArchiveAddress(archive.url)
    }
    var decision = Decision()
    if let artifact = archive.artifact, !draft.keeps(artifact) {
      decision.effects.append(.keepArtifact(artifact))
    }
    for path in try manifests(declaring: target, in: draft) {
      let source = try draft.projectSource(at: path)
      let edits = try PackageDescription(source).edits(
        ofBinaryTarget: target, url: archive.url, checksum: archive.checksum)
      guard !edits.isEmpty else { continue }
      decision.effects.append(.writeFile(FileWrite(from: source, to: try source.applying(edits))))
    }
    if decision.effects.isEmpty { decision.remarks.append("the binary target `\(target)` is as it should be") }
    decision.awaitsStage = archive.isAwaited
    decision.outputs = ["url": archive.url, "sha256": archive.checksum]
    return decision
  }

  /// The archive of the target.
  private struct Archive {
    let url: String
    let checksum: String
    var artifact: Artifact?
    /// Whether a step that was not performed yet makes it.
    var isAwaited = false
  }

  /// The checksum in a plan that is only shown, of an archive that is not built yet.
  private static let openChecksum = String(repeating: "?", count: 64)

  private func archive(in draft: Draft) throws -> Archive {
    if let checksum, let url {
      let text = try draft.text(of: checksum)
      guard !draft.isKnown(checksum) || text.isSHA256 else { throw Failure.badArchiveChecksum(text) }
      return Archive(url: try draft.text(of: url), checksum: draft.isKnown(checksum) ? text : Self.openChecksum)
    }
    guard let artifact else { throw Failure.noChecksum }
    let found = try AssetList([artifact], in: draft).artifacts
    guard let archive = found.first, found.count == 1 else {
      throw Failure.severalArchives(try draft.text(of: artifact), found.map(\.path))
    }
    let url = try url.map(draft.text(of:)) ?? draft.address(of: archive, tag: tag)
    let digest = archive.contents?.digest.hex
    return Archive(url: url, checksum: digest ?? Self.openChecksum, artifact: archive, isAwaited: digest == nil)
  }

  private func manifests(declaring target: String, in draft: Draft) throws -> [RelativePath] {
    if let file { return [try draft.path(draft.text(of: file))] }
    let main = try draft.path(PackageDescription.fileName)
    let others = try draft.filePaths().filter { $0 != main && PackageDescription.isManifest($0) }
    return try [main]
      + others.filter { path in
        try draft.source(at: path).map { PackageDescription($0).binaryTargetNames.contains(target) } ?? false
      }
  }
}

extension Draft {
  /// The address that the artifact will have as an asset of the release of `tag`.
  func address(of artifact: Artifact, tag: Template) throws -> String {
    let tag = try text(of: tag)
    let repository = try forgeRepository(ofTag: tag)
    guard let project = repository.project else {
      throw Failure.noForge(repository.remote, address: repository.address)
    }
    return project.address(ofAsset: artifact.name, tag: tag)
  }
}

extension String {
  fileprivate var isSHA256: Bool { utf8.count == 64 && utf8.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) } }
}

extension Failure {
  static let artifactAndChecksum = Failure("both `artifact` and `checksum` are given, expected one of them")

  static let noChecksum = Failure(
    "no checksum for the binary target, expected `artifact`, or `checksum` with `url`")

  static let checksumWithoutURL = Failure("`checksum` without `url`, expected the address of the archive, too")

  static func badArchiveChecksum(_ text: String) -> Failure {
    Failure("`\(text)` is not a SHA-256, expected 64 digits from `0` to `9` and `a` to `f`")
  }

  static func badArchiveAddress(_ text: String) -> Failure {
    Failure("`\(text)` cannot be an address, expected no quotation mark, backslash or line break")
  }

  static func severalArchives(_ text: String, _ paths: [String]) -> Failure {
    Failure("`\(text)` is \(paths.count) files, expected one: \(paths.quotedList)")
  }
}
