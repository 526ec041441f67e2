import Execution
import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite(
  "The check of a published release", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct PublishedReleaseCheckTests {
  private let forge: PublishingFixture

  init() throws {
    forge = try PublishingFixture()
    try forge.open()
    try forge.upload()
    try forge.publish()
  }

  /// The messages of the problems with the release; an empty list if it is as planned.
  private func problems(assets: [Artifact]? = nil, binaries: [BinaryTarget] = []) throws -> [String] {
    let verification = ReleaseVerification(
      of: "1.5.0", on: forge.repository, assets: assets ?? [forge.artifact], binaries: binaries)
    do {
      _ = try PublishedReleaseCheck(verification, in: forge.workspace, forge.run).check()
      return []
    } catch let failure as Failure {
      return failure.diagnostics.map(\.message)
    }
  }

  @Test("finds no problem if everything is as planned")
  func whole() throws { #expect(try problems() == []) }

  @Test("finds an asset that is missing")
  func missing() throws {
    let other = Artifact(name: "other.zip", path: "dist/other.zip", contents: forge.artifact.contents)
    #expect(
      try problems(assets: [forge.artifact, other]) == ["the release has no asset `other.zip`, which the plan has"])
  }

  @Test("compares a download with the file that was built, not with the digest of the forge")
  func replaced() throws {
    let planned = ContentDigest(of: Array("planned\n".utf8))
    let artifact = Artifact(
      name: "tool.txt", path: "dist/tool.txt", contents: ArtifactContents(size: 8, digest: planned))
    let found = try #require(forge.artifact.contents?.digest)
    #expect(
      try problems(assets: [artifact]) == [
        "the asset `tool.txt` downloads as \(found.hex), expected \(planned.hex) by the plan"
      ])
  }

  @Test("finds a tag on the remote that is another object than here")
  func otherTag() throws {
    let there = try forge.tagObject()
    try forge.sandbox.git("tag", "--force", "-m", "Another", "1.5.0")
    let here = try forge.tagObject()
    #expect(
      try problems()
        == ["the tag `1.5.0` on `origin` is \(there.short), expected \(here.short)"])
  }

  @Test("finds that the remote does not have the tag")
  func missingTag() throws {
    try forge.sandbox.git("push", "--quiet", "origin", ":refs/tags/1.5.0")
    #expect(try problems() == ["`origin` has no tag `1.5.0`, and the release of it is public"])
  }

  @Test("compares the archive of a binary target with its checksum in any case")
  func binary() throws {
    let asset = try #require(forge.release().assets.first)
    let digest = try #require(asset.digest).hex
    func target(_ checksum: String) -> BinaryTarget {
      BinaryTarget(name: "Tool", url: asset.address, checksum: checksum)
    }
    #expect(try problems(binaries: [target(digest.uppercased())]) == [])
    let other = String(repeating: "0", count: 64)
    #expect(
      try problems(binaries: [target(other)]) == [
        "the archive of the binary target `Tool` has the SHA-256 \(digest), expected its checksum `\(other)`"
      ])
  }
}
