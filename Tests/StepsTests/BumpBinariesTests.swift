import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

/// A version beside a checksum, or in a built binary, is named: alone it would be wrong.
@Suite("The step bump, beside binary targets")
struct BumpBinariesTests {
  private func remarks(_ target: String, _ files: [String: String] = [:]) throws -> [String] {
    let package = "// swift-tools-version: 5.9\nlet package = Package(name: \"Kit\", targets: [\(target)])\n"
    var planning = Planning(
      version: nil, history: ["tag 1.4.1", "a", "tag 1.4.2", "b"],
      files: files.merging(["Package.swift": package]) { $1 })
    planning.head = ""
    return try planning.plan("- bump: minor").remarks
  }

  @Test("names the address of an archive")
  func address() throws {
    let url = "https://github.com/other/Kit/releases/download/1.4.2/Kit.zip"
    let checksum = String(repeating: "85f1ee6a", count: 8)
    #expect(
      try remarks(".binaryTarget(name: \"Kit\", url: \"\(url)\", checksum: \"\(checksum)\")") == [
        "unchanged: 1.4.2 in the address of the binary target `Kit`: the step `update_binary_target` writes it"
      ])
  }

  @Test("names a bundle in the repository, which has to be built again")
  func bundle() throws {
    let target = ".binaryTarget(name: \"Kit\", path: \"Kit.artifactbundle\")"
    #expect(
      try remarks(target, ["Kit.artifactbundle/info.json": "{\"artifacts\": {\"kit\": {\"version\": \"1.4.2\"}}}\n"])
        == [
          "unchanged: 1.4.2 in Kit.artifactbundle/info.json: a binary, which has to be built again"
        ])
    #expect(
      try remarks(target, ["Kit.artifactbundle/info.json": "{}\n"]) == [
        "no file contains the version: the release tag does"
      ])
  }
}
