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

  @Test("of which a bundle of the last release stops a lane that checks the release")
  func staleBundle() throws {
    var planning = Planning(
      version: nil, history: ["tag 1.4.1", "a", "tag 1.4.2", "b"],
      files: [
        "Package.swift":
          "// swift-tools-version: 5.9\nlet package = Package(name: \"Kit\", targets: [.binaryTarget(name: \"Kit\", path: \"Kit.artifactbundle\")])\n",
        "VERSION": "1.4.2\n", "Kit.artifactbundle/info.json": "{\"artifacts\": {\"kit\": {\"version\": \"1.4.2\"}}}\n",
      ])
    planning.head = ""
    let message = """
      error: the binary target `Kit` still has the last release: `Kit.artifactbundle/info.json` contains `1.4.2`
      hint: build it again in a step `run` before `commit`, or allow it with `ensure: {releasable: [Kit]}`
      """
    #expect(try planning.failure("- ensure: releasable\n- bump: minor\n- commit\n- tag") == message)
    #expect(try planning.failure("- bump: minor\n- commit\n- ensure: releasable\n- tag") == message)
    #expect(try planning.plan("- ensure: {releasable: [Kit]}\n- bump: minor\n- commit\n- tag").raise == "1.4.2 → 1.5.0")
    // A command may build it.
    let built = try planning.preview("- ensure: releasable\n- bump: minor\n- run: [make]\n- commit\n- tag")
    #expect(built.lines.last?.hasPrefix("tag: tag 1.5.0 ") == true)
    // A bundle of another program has another version.
    planning.world.files["Kit.artifactbundle/info.json"] = "{\"artifacts\": {\"kit\": {\"version\": \"0.9.0\"}}}\n"
    #expect(try planning.plan("- ensure: releasable\n- bump: minor\n- commit\n- tag").raise == "1.4.2 → 1.5.0")
  }
}
