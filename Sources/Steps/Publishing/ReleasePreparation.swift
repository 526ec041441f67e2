import Lanes
import MartletChangelogs
import MartletCore

extension PublishReleaseStep {
  /// What the step does for a package that has nothing to release; nil for any other. In a run that tags packages, those are the
  /// packages without a tag of the run.
  func leavingOutPackage(in draft: Draft) throws -> Decision? {
    guard let package = draft.package, !draft.ownTags.isEmpty, try !draft.ownTags.contains(draft.text(of: tag))
    else { return nil }
    return Decision(remarks: ["nothing to do: this run has not tagged `\(package.name)`"])
  }

  /// The effects up to a complete draft: a copy of each file, the draft, and the uploads.
  func preparation(in draft: Draft) throws -> ReleasePreparation {
    var description = try description(in: draft)
    description.target = try target(of: description.tag, in: draft)
    let repository = try draft.forgeRepository(ofTag: description.tag)
    guard existing == .stop || !repository.kind.hasDrafts else { throw Failure.nothingToFill(repository.kind) }
    let releaseDraft = ReleaseDraft(description, on: repository, edits: edits, existing: existing)
    if let problem = try draft.workspace.problem(with: releaseDraft, assets: []) { throw problem }
    let artifacts = try AssetList(assets, for: releaseDraft, in: draft).artifacts
    try draft.checkStatement(of: description.tag, lists: artifacts)
    var preparation = ReleasePreparation(
      of: releaseDraft, artifacts, keeping: artifacts.filter { !draft.keeps($0) })
    if let name = repository.tokenVariable, let token = draft.workspace.maskedValue(of: name) {
      preparation.decision.secrets["the token in \(name)"] = token
    }
    // A plan can be made without a network or a token; what is wrong with them is found before the first entry.
    guard preparation.isComplete, !draft.createdTags.contains(where: { $0.name == description.tag }),
      case .value(let found) = try draft.workspace.publishedRelease(
        of: description.tag, on: repository, comparing: artifacts)
    else { return preparation }
    if existing == .fill, found.isEmpty, !artifacts.isEmpty { return preparation }
    guard found.differences.isEmpty else { throw Failure.otherRelease(description.tag, found) }
    preparation.decision = Decision(
      remarks: ["nothing to do: the release of `\(description.tag)` is published with the same files: \(found.url)"])
    preparation.isPublished = true
    return preparation
  }

  private func description(in draft: Draft) throws -> ReleaseDescription {
    let tag = try draft.text(of: tag)
    guard try draft.ownTags.contains(tag) || draft.workspace.tag(named: tag) != nil else {
      throw Failure.nothingTagged(tag)
    }
    let version = try draft.tagFormat().version(of: tag) ?? draft.version()
    let isPrerelease = prerelease.value(version.isPrerelease)
    return ReleaseDescription(
      tag: tag, title: try draft.text(of: title),
      notes: try notes.map(draft.text(of:)) ?? draft.releaseNotes(of: version), isPrerelease: isPrerelease,
      isLatest: try latest.value(!isPrerelease && !draft.hasReleased(above: version)))
  }

  /// The branch on the remote from which the run makes the tag; nil if the tag exists, or if the branch is not there yet.
  private func target(of tag: String, in draft: Draft) throws -> String? {
    guard draft.createdTags.contains(where: { $0.name == tag }), let branch = try? draft.branch(),
      let destination = try draft.workspace.pushDestination(of: branch),
      try draft.trackedHead(of: destination) != nil
    else { return nil }
    return destination.branch
  }
}

/// The effects that complete a draft.
struct ReleasePreparation {
  let draft: ReleaseDraft
  let artifacts: [Artifact]
  var decision: Decision
  /// Whether the release is public already, with the same files.
  var isPublished = false

  /// - Parameter kept: The artifacts that the run has no copy of yet.
  init(of draft: ReleaseDraft, _ artifacts: [Artifact], keeping kept: [Artifact]) {
    self.draft = draft
    self.artifacts = artifacts
    let effects: [Effect] =
      kept.map { .keepArtifact($0) } + [.openDraft(draft)] + artifacts.map { .uploadAsset($0, to: draft) }
    decision = Decision(effects)
    decision.awaitsStage = !isComplete
    decision.outputs["digests"] = isComplete ? digests : nil
  }

  /// Whether every file is there.
  var isComplete: Bool { artifacts.allSatisfy { $0.contents != nil } }

  /// The digests as `sha256sum` prints them.
  private var digests: String {
    artifacts.compactMap { artifact in artifact.contents.map { "\($0.digest.hex)  \(artifact.name)" } }
      .joined(separator: "\n")
  }
}

extension Draft {
  /// Checks that the signed statement of the run lists exactly the files of the release, and is one of them.
  ///
  /// - Throws: `Failure.unlistedAsset`, `.listedElsewhere`.
  fileprivate func checkStatement(of tag: String, lists artifacts: [Artifact]) throws {
    for signed in signedFiles {
      // In a plan that is only shown, the digests of the statement may be unknown.
      guard let source = try RelativePath(signed.path).flatMap(source),
        let statement = try? ReleaseStatement(source.bytes), statement.tag == tag
      else { continue }
      let names = Set(artifacts.map(\.name))
      let listed = Set(statement.files.map(\.name) + [ReleaseStatement.fileName, ReleaseStatement.signatureName])
      if let name = names.subtracting(listed).sorted().first { throw Failure.unlistedAsset(name) }
      if let name = listed.subtracting(names).sorted().first { throw Failure.listedElsewhere(name) }
    }
  }

  /// Whether a tag has a higher version that is not a pre-release: a fix of an old version is not the latest release.
  fileprivate func hasReleased(above version: Version) throws -> Bool {
    let format = try tagFormat()
    return try tags().keys.compactMap(format.version(of:)).contains { other in
      !other.isPrerelease && other.components.count > 1 && version.precedes(other)
    }
  }

  /// The remote that `tag` is pushed to; nil if there is none.
  func remote(ofTag tag: String) throws -> String? {
    let destination = try? workspace.pushDestination(of: workingBranch().name)
    return try push(ofTag: tag)?.remote ?? destination?.remote ?? workspace.remoteNames().first
  }

  /// The repository on a forge that gets the release of `tag`.
  package func forgeRepository(ofTag tag: String) throws -> ForgeRepository {
    guard let remote = try remote(ofTag: tag) else { throw Failure.noRemote }
    let names = try workspace.remoteNames()
    let address = try workspace.remoteAddress(of: remote) ?? ""
    // git may be configured to replace the address with a copy on this machine.
    let addresses = try [address] + (names.count == 1 ? remoteAddresses() : [])
    let declared = releasefile.forge.kind
    for candidate in addresses {
      guard let project = ForgeProject(remote: candidate, forge: declared) else { continue }
      return ForgeRepository(kind: project.forge, remote: remote, address: candidate, releasefile.forge)
    }
    throw declared.map { Failure.noForgePath(remote, address: address, $0) } ?? .noForge(remote, address: address)
  }
}

extension Failure {
  static func nothingTagged(_ tag: String) -> Failure {
    Failure(
      "no tag `\(tag)` to release", hint: "put `tag` before `publish_release`, or name a tag that exists with `tag:`"
    ).permanent
  }

  static func unlistedAsset(_ name: String) -> Failure {
    Failure(
      "the signed statement of the release does not list the asset `\(name)`",
      hint: "put `checksums` after the step that makes the file, or add it to its `files`")
  }

  static func listedElsewhere(_ name: String) -> Failure {
    Failure(
      "the signed statement of the release needs the file `\(name)`, which is not among its assets",
      hint: "remove `assets` of `publish_release`, or add the file to it")
  }

  static func otherRelease(_ tag: String, _ found: PublishedRelease) -> Failure {
    Failure(
      "the release of `\(tag)` is published already, without these files or with others of their names: "
        + "\(found.differences.quotedList): \(found.url)",
      hint: "Martlet changes no published release: raise the version", code: .releaseExists, exit: .conflict)
  }

  static func nothingToFill(_ forge: Forge) -> Failure {
    Failure(
      "`existing: fill` is for forges without drafts, and \(forge.name) has drafts", hint: "remove `existing`",
      exit: .badReleasefile)
  }

  static func releaseRepeated(_ tag: String) -> Failure {
    Failure("the release of `\(tag)` is published by an earlier step already", hint: "remove one of the two steps")
      .permanent
  }

  static func noForge(_ remote: String, address: String) -> Failure {
    Failure(
      "the remote `\(remote)` (`\(address)`) does not show which forge it is on, expected \(Forge.names)",
      hint: "declare it in the Releasefile, for example with `forge: {kind: github}`", exit: .badReleasefile
    ).permanent
  }

  /// The kind of the forge is declared, but the address of the remote has no owner and name.
  static func noForgePath(_ remote: String, address: String, _ forge: Forge) -> Failure {
    Failure(
      "the remote `\(remote)` (`\(address)`) does not show the owner and the name of the repository on \(forge.name)",
      hint: "set the address of the repository there with `git remote set-url \(remote.shellWord) ADDRESS`",
      exit: .badReleasefile
    ).permanent
  }
}
