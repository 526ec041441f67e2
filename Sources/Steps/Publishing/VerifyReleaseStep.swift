import Lanes
import MartletCore
import MartletManifests

/// Reads a published release back.
package struct VerifyReleaseStep: ForgeStep {
  package static let keyword = "verify_release"
  package static let summary =
    "Reads a published release back as a consumer gets it: its tag, its assets by downloading them, and the checksums of binary targets."
  package static let parameters = [
    Parameter<Self>.main("tag", \.tag, "The tag of the release."),
    Parameter<Self>(
      "signers", \.signers,
      "The file with the keys that may sign the checksums, in the format of ALLOWED SIGNERS in ssh-keygen(1); left out, the one in `gpg.ssh.allowedSignersFile`."
    ),
  ]
  package static let predecessors = ["publish_release"]

  package var tag: Template = "${tag}"
  package var signers: Template?

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let tag = try draft.text(of: tag)
    var verification = ReleaseVerification(
      of: tag, on: try draft.forgeRepository(ofTag: tag),
      assets: draft.publications.last { $0.draft.release.tag == tag }?.assets ?? [],
      binaries: try binaries(ofTag: tag, in: draft))
    verification.signers = try signers.map(draft.text(of:))
    return Decision([.verifyRelease(verification)])
  }

  /// The binary targets of the package as the tag has it; of a tag that the run creates, as the package is at this step.
  private func binaries(ofTag tag: String, in draft: Draft) throws -> [BinaryTarget] {
    guard let path = RelativePath(PackageDescription.fileName) else { return [] }
    let tagged = try draft.workspace.tag(named: tag)
    let bytes = try tagged.map { try draft.workspace.contents(of: path, in: $0.target) }
    let source = try bytes.map { try $0.map { try SourceText(path: path, fileBytes: $0) } } ?? draft.source(at: path)
    return source.map { PackageDescription($0).remoteBinaries } ?? []
  }
}
