import Execution
import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite(
  "A package that a run publishes in a registry",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct PackagePublisherTests {
  private let forge: PublishingFixture
  private var registry: String { "\(forge.server.address)/registry" }

  init() throws {
    forge = try PublishingFixture()
    try forge.server.set(#"{"open_registry": true}"#)
  }

  /// The publication of an archive with that text in a file, which the run has kept.
  private func publication(_ text: String = "One\n") throws -> PackagePublication {
    try forge.sandbox.commit("Sources", ["Sources.swift": text])
    try forge.sandbox.git("archive", "--format=zip", "--prefix=Tool/", "--output=dist/tool.zip", "HEAD")
    let contents = try forge.run.folder.keepArtifact(at: "\(forge.sandbox.path)/dist/tool.zip")
    return PackagePublication(
      of: ("mona", "Tool"), "1.5.0", in: registry,
      archive: Artifact(name: "tool.zip", path: "dist/tool.zip", contents: contents), tokenVariable: nil, user: nil)
  }

  private func publisher(_ publication: PackagePublication) throws -> PackagePublisher {
    try PackagePublisher(publication, in: forge.workspace)
  }

  private func exists(_ found: PackagePublication, not own: PackagePublication) throws -> String {
    let checksums = try [found, own].map { try #require($0.archive.contents?.digest.hex.prefix(12)) }
    return
      "the registry `\(registry)` has `mona.Tool 1.5.0` already, with the checksum \(checksums[0]), not \(checksums[1])"
  }

  private func uploadCount() throws -> Int { try forge.server.requests().count { $0.method == "PUT" } }

  @Test("is sent once, and done when the registry has the same archive")
  func once() throws {
    let publisher = try publisher(publication())
    #expect(try publisher.state().words == "not done")
    try publisher.check()
    try publisher.publish(forge.run)
    #expect(try publisher.state().words == "done")
    try publisher.check()
    try publisher.publish(forge.run)
    #expect(try uploadCount() == 1)
  }

  @Test("is refused beforehand, and overtaken later, if the registry has the version with another archive")
  func otherArchive() throws {
    let (first, second) = (try publication(), try publication("Two\n"))
    try publisher(first).publish(forge.run)
    let message = try exists(first, not: second)
    let failure = #expect(throws: Failure.self) { try publisher(second).check() }
    #expect(failure?.firstMessage == message && failure?.exit == .conflict)
    #expect(try publisher(second).state().words == "overtaken: \(message)")
    #expect(throws: try #require(failure)) { try publisher(second).publish(forge.run) }
    #expect(try uploadCount() == 2)
  }

  @Test("is not done while the registry does not list it, whatever it answered to the upload", arguments: [201, 202])
  func pending(_ status: Int) throws {
    try forge.server.add(
      fault: #"{"kind": "status", "method": "PUT", "status": \#(status), "headers": {"Content-Version": "1"}}"#)
    let failure = #expect(throws: Failure.self) { try publisher(publication()).publish(forge.run) }
    #expect(
      failure?.firstMessage == "the registry `\(registry)` accepted `mona.Tool 1.5.0`, but does not list it yet")
  }

  @Test("is done if the answer to the upload was lost and the registry lists it")
  func lostAnswer() throws {
    try forge.server.add(fault: #"{"kind": "lose-answer", "method": "PUT"}"#)
    try publisher(publication()).publish(forge.run)
    #expect(try uploadCount() == 1)
  }

  @Test("is not sent from a damaged copy of its archive")
  func damagedCopy() throws {
    let publication = try publication()
    let digest = try #require(publication.archive.contents?.digest)
    try forge.sandbox.shell("printf damaged > '\(forge.run.folder.artifactPath(of: digest))'; rm -r dist")
    #expect(throws: ExecutionError.self) { try publisher(publication).publish(forge.run) }
    #expect(try uploadCount() == 0)
  }
}
