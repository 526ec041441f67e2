import Lanes
import MartletCore
import MartletManifests

/// Reads a published release back, as a consumer gets it. `martlet verify` plans it; it is not in the catalogue.
package struct VerifyReleaseStep: Step {
  package static let keyword = "verify"
  package static let summary = "Reads a published release back."
  package static let parameters: [Parameter<Self>] = []

  package var tag: Template = ""
  /// What `martlet verify` checks; nil in a lane.
  package var audit: ReleaseVerification.Audit?

  package init() {}

  package init(of tag: String) { self.tag = Template(text: tag) }

  package func plan(_ draft: Draft) throws -> Decision {
    Decision([.verifyRelease(try verification(of: [], in: draft))])
  }

  /// - Parameter assets: The files that the run has published; none: those of the release.
  func verification(of assets: [Artifact], in draft: Draft) throws -> ReleaseVerification {
    let tag = try draft.text(of: tag)
    var verification = ReleaseVerification(
      of: tag, on: try draft.forgeRepository(ofTag: tag), assets: assets, binaries: try binaries(ofTag: tag, in: draft))
    verification.audit = audit
    return verification
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
