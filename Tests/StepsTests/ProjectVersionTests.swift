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

  @Test("is not that of a series that has ended, if two lower releases followed in its history")
  func endedSeries() throws {
    func version(after history: [String]) throws -> String {
      var planning = Planning(version: nil, history: history)
      planning.world.days = ["4.8.10": "2024-12-01", "8.3.1": "2024-12-01"]
      return try self.version(planning)
    }
    #expect(try version(after: ["tag 4.8.10", "a", "tag 2.1.0", "b", "tag 2.2.0", "c"]) == "2.2.0")
    #expect(try version(after: ["tag 4.8.10", "a", "tag 2.1.0", "b"]) == "4.8.10")
    // Binaries of all series in one history.
    let binaries = ["tag 7.6.10", "a", "tag 8.3.1", "b", "tag 7.6.11", "c", "tag 7.6.12", "d"]
    #expect(try version(after: binaries) == "8.3.1")
    // Maintenance of an older series, from another branch.
    #expect(try version(after: ["tag 2.1.0", "a", "tag 2.2.0", "b", "tag 4.8.10", "c"]) == "4.8.10")
    // Many pre-releases are no series.
    let alphas = ["tag 1.0.0-ALPHA-9", "a", "tag 1.0.0-ALPHA-46", "b", "tag 1.0.0-ALPHA-47", "c"]
    #expect(try version(after: alphas) == "1.0.0-ALPHA-9")
  }

  @Test("is that of the variant with a word after it, if the last three releases are of that")
  func variant() throws {
    func version(after history: [String]) throws -> String {
      try self.version(Planning(version: nil, history: history))
    }
    let first = ["tag 3.6.3", "a", "tag 3.0.2-lite", "b", "tag 3.1.1-lite", "c"]
    #expect(try version(after: first + ["tag 3.2.0-lite", "d"]) == "3.2.0")
    #expect(try version(after: first + ["tag 3.6.4", "d", "tag 3.2.0-lite", "e"]) == "3.6.4")
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

  @Test("is later than the newest release if a reachable tag of a build has the files' version, too")
  func built() throws {
    let files = ["App.xcconfig": "MARKETING_VERSION = 1.8.0\n"]
    func version(taggedAs tag: String) throws -> String {
      var planning = Planning(version: nil, history: ["tag v1.7.0", "fix: a", "tag \(tag)", "fix: b"], files: files)
      planning.head = ""
      planning.world.pastFiles[try #require(planning.world.tagNames?["v1.7.0"])] = files
      return try self.version(planning)
    }
    for tag in ["builds/1.8.0/141", "build-v1.8.0-141"] { #expect(try version(taggedAs: tag) == "1.8.0") }
    for tag in ["builds/1.7.0/141", "builds/ios/141", "nightly/1.8.0"] {
      #expect(throws: StepFailure.self) { try version(taggedAs: tag) }
    }
  }

  @Test("has the manifests' build number")
  func build() throws {
    var planning = Planning(.clean(["App.xcconfig": "MARKETING_VERSION = 1.5.0\nCURRENT_PROJECT_VERSION = 77\n"]))
    planning.head = "manifests: [{xcconfig: App.xcconfig}]\n"
    #expect(try planning.plan("- message: ${build}").lines == ["message: show “77”"])
  }
}
