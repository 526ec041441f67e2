import Steps
import TestSupport
import Testing

@Suite("Other tools that release a project")
struct OtherReleaseToolsTests {
  /// The remarks of `init` about a tagged package with these files, except those about other subjects.
  private func remarks(_ files: [String: String]) throws -> [String] {
    let pod = ["Kit.podspec": "Pod::Spec.new do |s|\n  s.version = '1.4.2'\nend\n"]
    let plan = try Planning(.clean(files.merging(pod) { $1 }, tags: ["1.4.2"])).plan(InitStep())
    return plan.remarks.filter { $0.contains("tools") || $0.hasPrefix("found") }
  }

  @Test("are named once by `init`, in one line, each with its configuration file")
  func tools() throws {
    let files = [
      ".releaserc.json", ".releaserc", "lerna.json", "knope.toml", "docs/knope.toml", ".github/workflows/a.yml",
    ]
    #expect(
      try remarks(Dictionary(uniqueKeysWithValues: files.map { ($0, "a: b\n") })) == [
        "other tools that release here: `semantic-release` (.releaserc), `Lerna` (lerna.json), `knope` (knope.toml)"
      ])
  }

  @Test("are none in a project without such a file, whatever its scripts do")
  func none() throws {
    #expect(try remarks(["scripts/release.sh": "git tag 1\n", "Makefile": "release:\n\tgit tag 1\n"]) == [])
  }

  @Test("do not include fastlane, whose Fastfile `init` offers to translate if it has lanes")
  func fastfile() throws {
    #expect(
      try remarks(["fastlane/Fastfile": "lane :test do\n  scan\nend\n"]) == [
        "found fastlane/Fastfile: to translate its lanes instead, delete the Releasefile, then run `martlet init --from fastlane/Fastfile`"
      ])
    #expect(try remarks(["fastlane/Fastfile": "import_from_git(url: 'https://example.com/a.git')\n"]) == [])
  }
}
