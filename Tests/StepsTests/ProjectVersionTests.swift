import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The version of a project")
struct ProjectVersionTests {
  private func version(_ planning: Planning) throws -> String {
    let plan = try planning.plan("- message: ${version}")
    return plan.lines.joined().replacing("message: show “", with: "").replacing("”", with: "")
  }

  @Test("is the manifests' version, in its fullest spelling")
  func manifests() throws {
    var planning = Planning(.clean(["App.xcconfig": "MARKETING_VERSION = 1.5.0\n", "VERSION": "1.5.0-beta.2\n"]))
    planning.head = "manifests: [{xcconfig: App.xcconfig}, {plain: VERSION}]\n"
    #expect(try version(planning) == "1.5.0-beta.2")
  }

  @Test(
    "is its newest pre-release tag if only Apple reads the manifests",
    arguments: [
      ([], "1.5.0"), (["1.5.0-beta.1", "1.5.0-beta.2"], "1.5.0-beta.2"), (["1.5.0-beta.1", "1.5.0"], "1.5.0"),
      (["1.4.0-beta.1", "1.6.0-beta.1"], "1.5.0"), (["v1.5.0-beta.1"], "1.5.0-beta.1"),
    ])
  func appleAlone(tags: [String], expected: String) throws {
    var planning = Planning(.clean(["App.xcconfig": "MARKETING_VERSION = 1.5.0\n"], tags: tags))
    planning.head = "manifests: [{xcconfig: App.xcconfig}]\n"
    #expect(try version(planning) == expected)
  }

  @Test("is not a pre-release if only Apple reads the manifests, and another branch has its release")
  func releasedElsewhere() throws {
    var planning = Planning(
      version: nil, history: ["tag 1.5.0-beta.1", "fix: a"], files: ["App.xcconfig": "MARKETING_VERSION = 1.5.0\n"])
    planning.head = "manifests: [{xcconfig: App.xcconfig}]\n"
    #expect(try version(planning) == "1.5.0-beta.1")
    planning.world.tagNames?["1.5.0"] = .first
    #expect(try version(planning) == "1.5.0")
  }

  @Test(
    "is the highest tag of the project's format if the version is only in tags",
    arguments: [
      (["1.9.0", "1.10.0"], "", "1.10.0"), (["v1.0.0", "v2.0.0-beta.1", "v2.0.0"], "", "2.0.0"),
      (["2.0.0", "app/1.0.0", "app/1.1.0"], ", tag: 'app/${version}'", "1.1.0"), (["1.2", "1.2.0"], "", "1.2.0"),
    ])
  func tags(tags: [String], format: String, expected: String) throws {
    var planning = Planning(tags: tags)
    planning.head = "version: {source: tag\(format)}\n"
    #expect(try version(planning) == expected)
  }

  @Test(
    "is not that of a pre-release that a lower release came after, if only tags have it",
    arguments: [
      (["tag 2.0.0-alpha.1", "fix: A", "tag 1.9.0", "fix: B"], "1.9.0"),
      (["tag 1.9.0", "feat!: A", "tag 2.0.0-alpha.1", "fix: B"], "2.0.0-alpha.1"),
      (["fix: A", "tag 1.9.0", "tag 2.0.0-alpha.1", "fix: B"], "2.0.0-alpha.1"),
    ])
  func abandoned(history: [String], expected: String) throws {
    for head in ["version: {source: tag}\n", ""] {
      var planning = Planning(version: nil, history: history)
      planning.head = head
      #expect(try version(planning) == expected)
    }
  }

  @Test("is the newest tag if the manifests only repeat it for the users of the package")
  func repeated() throws {
    let snippet = "pod 'CoolKit', '1.4.2'\n"
    var planning = Planning(
      .clean(["README.md": snippet, "CoolKit.podspec": "s.version = x\n"], tags: ["1.4.1", "1.4.2"]))
    planning.head = "manifests: [{readme: README.md}]\n"
    #expect(try version(planning) == "1.4.2")
    let plan = try planning.plan("- bump: minor")
    #expect(plan.raise == "1.4.2 → 1.5.0")
    #expect(plan.text(of: "README.md") == "pod 'CoolKit', '1.5.0'\n")
  }

  @Test("is unknown if a release was made after a higher one, unless a file has its version")
  func lowered() throws {
    func planning(_ history: [String], _ files: [String: String] = [:]) -> Planning {
      var planning = Planning(version: nil, history: history, files: files)
      planning.head = ""
      return planning
    }
    let history = ["tag 4.8.10", "a", "tag 2.1.0", "b"]
    #expect(try version(planning(history, ["VERSION": "2.1.0\n"])) == "2.1.0")
    let failure = #expect(throws: StepFailure.self) { try version(planning(history)) }
    #expect(
      failure?.diagnostics.map(\.message) == [
        "`2.1.0` was tagged after the higher `4.8.10`, so the current version is unknown"
      ])
    // Maintenance of an older series, from another branch.
    #expect(try version(planning(["tag 2.1.0", "a", "tag 2.2.0", "b", "tag 4.8.10", "c"])) == "4.8.10")
    // Pre-releases are not lower releases.
    #expect(try version(planning(["tag 1.0.0-beta.9", "a", "tag 1.0.0-beta.2", "b"])) == "1.0.0-beta.9")
  }

  @Test("may be a patch of the last release while only a tag has the next pre-release")
  func patchBelowPrerelease() throws {
    var planning = Planning(version: nil, history: ["tag 1.4.2", "a", "tag 1.5.0-beta.1", "b"])
    for head in ["", "version: {source: tag}\n"] {
      planning.head = head
      #expect(try planning.plan("- bump: 1.4.3").raise == "1.5.0-beta.1 → 1.4.3")
      #expect(throws: StepFailure.self) { try planning.plan("- bump: 1.4.1") }
      #expect(throws: StepFailure.self) { try planning.plan("- bump: 1.4.3-beta.1") }
    }
    var written = Planning(
      version: nil, history: ["tag 1.4.2", "a", "tag 1.5.0-beta.1", "b"], files: ["VERSION": "1.5.0-beta.1\n"])
    written.head = ""
    #expect(throws: StepFailure.self) { try written.plan("- bump: 1.4.3") }
  }

  @Test("leaves install snippets of older releases where tags have a pre-release", arguments: ["0.13.1", "0.7.0"])
  func olderSnippet(version: String) throws {
    var planning = Planning(
      version: nil, history: ["tag 0.13.1", "a", "tag 0.14.0-rc.1", "b"],
      files: ["README.md": "pod 'CoolApp', '\(version)'\n", "CoolApp.podspec": "s.version = x\n"])
    planning.head = "project: CoolApp\nversion: {source: tag}\n"
    let text = try planning.plan("- bump: 0.14.0").text(of: "README.md")
    #expect(text == (version == "0.7.0" ? nil : "pod 'CoolApp', '0.14.0'\n"))
  }

  @Test("has the manifests' build number")
  func build() throws {
    var planning = Planning(.clean(["App.xcconfig": "MARKETING_VERSION = 1.5.0\nCURRENT_PROJECT_VERSION = 77\n"]))
    planning.head = "manifests: [{xcconfig: App.xcconfig}]\n"
    #expect(try planning.plan("- message: ${build}").lines == ["message: show “77”"])
  }
}
