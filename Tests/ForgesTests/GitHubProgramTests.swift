import Execution
import Foundation
import HTTP
import Lanes
import MartletCore
import Processes
import TestSupport
import Testing

/// The real `gh` and Martlet's client on the same test server, which `gh` accepts only if it behaves like GitHub.
///
/// `scripts/peers forges` sets MARTLET_GH to the program.
@Suite("The program gh", .enabled(if: ProcessInfo.processInfo.environment["MARTLET_GH"] != nil))
struct GitHubProgramTests {
  private static let program = ProcessInfo.processInfo.environment["MARTLET_GH"]
  private let folder: TemporaryFolder
  private let server: ForgeServer
  private let client: any ForgeClient

  init() throws {
    folder = try TemporaryFolder()
    let openssl = try #require(LoopbackServer.path(of: "openssl"))
    let made = try Command(
      openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj",
        "/CN=127.0.0.1", "-addext",
        "subjectAltName=IP:127.0.0.1", "-keyout", "\(folder.path)/key.pem", "-out", "\(folder.path)/certificate.pem",
      ], environment: [:]
    ).run()
    #expect(made.succeeded)
    try folder.write(
      "server.pem", [UInt8](["certificate.pem", "key.pem"].compactMap(folder.bytes).joined()))
    server = try ForgeServer(certificate: "\(folder.path)/server.pem")
    let location = try #require(ForgeProject(remote: server.remote("owner/tool"), forge: .github))
    client = location.client(
      token: ForgeToken("write-token"),
      transport: try HTTPClient(userAgent: "martlet/1.2.3", certificates: "\(folder.path)/server.pem"),
      observer: EventLog())
  }

  @Test("creates a release that the client reads like its own")
  func createdByProgram() throws {
    try folder.write("tool.zip", "zip")
    try gh("release", "create", "v1.0.0", "\(folder.path)/tool.zip", "--title", "One", "--notes", "First")
    let release = try client.release(tagged: "v1.0.0").get()
    #expect(release.title == "One" && release.notes == "First" && !release.isDraft)
    #expect(release.assets.map(\.name) == ["tool.zip"])
    #expect(release.assets.first?.digest == ContentDigest(of: Array("zip".utf8)))
    #expect(try client.publicDigest(of: release.assets[0].address).get() == ContentDigest(of: Array("zip".utf8)))

    #expect(throws: (any Error).self) { try gh("release", "create", "v1.0.0", "--notes", "Again") }
    #expect(throws: (any Error).self) { try gh("release", "upload", "v1.0.0", "\(folder.path)/tool.zip") }
    try folder.write("tool.zip", "other")
    try gh("release", "upload", "v1.0.0", "\(folder.path)/tool.zip", "--clobber")
    #expect(
      try client.release(tagged: "v1.0.0").get().assets.first?.digest == ContentDigest(of: Array("other".utf8)))
  }

  @Test("reads a release of the client, as a draft and published")
  func createdByClient() throws {
    try folder.write("tool.zip", "zip")
    let draft = try client.createDraft(ForgeFixture.text).get()
    let upload = AssetFile(
      name: "tool.zip", path: "\(folder.path)/tool.zip", size: 3)
    _ = try client.upload(upload, to: draft).get()
    let view = ["release", "view", "v1.5.0", "--json", "tagName,isDraft,isPrerelease,name,body,assets", "--jq"]
    let fields = "[.tagName, .isDraft, .name, .assets[0].name, .assets[0].digest] | @tsv"
    let digest = "sha256:\(ContentDigest(of: Array("zip".utf8)).hex)"
    #expect(try gh(view + [fields]) == "v1.5.0\ttrue\t1.5.0\ttool.zip\t\(digest)")
    _ = try client.publish(draft, as: ForgeFixture.text).get()
    #expect(try gh(view + [fields]) == "v1.5.0\tfalse\t1.5.0\ttool.zip\t\(digest)")
    try gh("release", "download", "v1.5.0", "--dir", "\(folder.path)/download")
    #expect(folder.bytes(of: "download/tool.zip") == Array("zip".utf8))
    #expect(try gh("release", "list", "--json", "tagName,isLatest", "--jq", ".[] | [.tagName] | @tsv") == "v1.5.0")
  }

  @discardableResult
  private func gh(_ arguments: String...) throws -> String { try gh(arguments) }

  private func gh(_ arguments: [String]) throws -> String {
    let host = server.address.replacing("https://", with: "")
    let result = try Command(
      Self.program ?? "gh", arguments + ["--repo", "\(host)/owner/tool"],
      environment: [
        "GH_HOST": host, "GH_ENTERPRISE_TOKEN": "write-token", "SSL_CERT_FILE": "\(folder.path)/certificate.pem",
        "HOME": folder.path, "GH_PROMPT_DISABLED": "1", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
      ]
    ).run()
    guard result.succeeded else { throw Failed(message: result.errorText) }
    return result.outputText
  }

  private struct Failed: Error {
    let message: String
  }
}
