import TestSupport
import Testing

@Suite("The step bump in files that Apple reads")
struct BumpForAppleTests {
  @Test(
    "refuses what Apple's stores refuse, with the rule",
    arguments: [
      (
        "1.5.0.1",
        "error: `1.5.0.1` cannot be a `CFBundleShortVersionString`: expected at most three numbers (ITMS-90060)"
      ),
      (
        "1.5.4294967296",
        "error: `1.5.4294967296` cannot be a `CFBundleShortVersionString`: 4294967296 is silently dropped by the store, "
          + "expected at most 4294967295"
      ),
      (
        "1000000.100000.10000",
        "error: `1000000.100000.10000` cannot be a `CFBundleShortVersionString`: expected at most 18 characters (ITMS-90059)"
      ),
    ])
  func apple(version: String, words: String) throws {
    var planning = Planning(.clean(["App.xcconfig": "MARKETING_VERSION = 1.4.2\n"]))
    planning.head = "manifests: [{xcconfig: App.xcconfig}]\n"
    #expect(try planning.failure("- bump: \(version)") == words)
  }

  @Test("writes only the numbers for Apple, and the pre-release elsewhere")
  func prereleaseForTwoAudiences() throws {
    var planning = Planning(.clean(["App.xcconfig": "MARKETING_VERSION = 1.4.2\n", "VERSION": "1.4.2\n"]))
    planning.head = "manifests: [{xcconfig: App.xcconfig}, {plain: VERSION}]\n"
    let plan = try planning.plan("- bump: {to: minor, prerelease_id: beta}")
    #expect(plan.text(of: "App.xcconfig") == "MARKETING_VERSION = 1.5.0\n")
    #expect(plan.text(of: "VERSION") == "1.5.0-beta.1\n")
  }

  @Test(
    "counts pre-releases by the tags if only Apple reads the manifests",
    arguments: [
      (["1.4.2"], "{to: minor, prerelease_id: beta}", "1.4.2 → 1.5.0-beta.1", 1),
      (["1.4.2", "1.5.0-beta.1"], "prerelease", "1.5.0-beta.1 → 1.5.0-beta.2", 0),
      (["1.5.0-beta.9", "1.5.0-beta.10"], "prerelease", "1.5.0-beta.10 → 1.5.0-beta.11", 0),
      (["1.5.0-beta.1"], "release", "1.5.0-beta.1 → 1.5.0", 0),
      (["1.5.0-beta.1"], "minor", "1.5.0-beta.1 → 1.5.0", 0),
      (["1.5.0-beta.1", "1.5.0"], "minor", "1.5.0 → 1.6.0", 1),
    ])
  func appleAlone(tags: [String], change: String, raise: String, writeCount: Int) throws {
    let before = raise.hasPrefix("1.4") ? "1.4.2" : "1.5.0"
    var planning = Planning(.clean(["App.xcconfig": "MARKETING_VERSION = \(before)\n"], tags: tags))
    planning.head = "manifests: [{xcconfig: App.xcconfig}]\n"
    let plan = try planning.plan("- bump: \(change)")
    #expect(plan.raise == raise)
    #expect(plan.entries.count == writeCount)
  }
}
