import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("The resolver of versions")
struct VersionResolverTests: ResolvingVersions {
  @Test("never raises a stale value, such as that of test and example targets, or below the newest tag")
  func stale() throws {
    let files = [
      "CoolKit.podspec": Self.podspec("3.10.0"), "Sources/CoolKit/Info.plist": Self.plist("1.0"),
      "Sources/CoolKit/Networking.swift": "enum Facts {\n  static let __sdkVersion = \"3.10.0\"\n}\n",
      "package.json": "{\n  \"version\": \"3.10.0\"\n}\n", "Example/Info.plist": Self.plist("1.0"),
      "README.md": "pod 'CoolKit', '~> 3.10.0'\n", "Config.xcconfig": "MARKETING_VERSION = 1.0\n",
    ]
    let expected = [
      "3.10.0", "CoolKit.podspec:2 3.10.0", "package.json:2 3.10.0", "README.md:1 3.10.0",
      "Sources/CoolKit/Networking.swift:2 3.10.0",
    ]
    #expect(try raised(files, tag: "3.10.0") == expected)
    #expect(try raised(files) == expected)
  }

  @Test("does not confuse the build number with the version")
  func buildNumbers() throws {
    let files = [
      "CoolKit.podspec": Self.podspec("5.7.1"), "Config.xcconfig": "CURRENT_PROJECT_VERSION = 1.0.0\n",
    ]
    #expect(try raised(files, tag: "5.7.1") == ["5.7.1", "CoolKit.podspec:2 5.7.1"])
    #expect(try raised(files) == ["5.7.1", "CoolKit.podspec:2 5.7.1"])
  }

  @Test("raises the version of a library's binary with the product's, but not its compatibility version")
  func binaries() throws {
    var settings = XcodeFixture.Settings()
    settings.app.1 += " DYLIB_CURRENT_VERSION = 1.4.2; DYLIB_COMPATIBILITY_VERSION = 1.4.2;"
    let version = try Version("1.4.2")
    let survey = try survey(
      ["CoolApp.xcodeproj/project.pbxproj": XcodeFixture.project(settings)],
      ReleaseTags(newest: version, released: version))
    let raised = survey.readings.flatMap(\.sites).filter { $0.label.contains("DYLIB") && $0.follows(version) }
    #expect(raised.map(\.label) == ["DYLIB_CURRENT_VERSION of target CoolApp, Release"])
  }

  @Test("uses the newest tag as the version if all files are older, and changes none of them")
  func behind() throws {
    let files = ["CoolKit.podspec": Self.podspec("4.0.4")]
    #expect(try raised(files, tag: "4.0.8") == ["4.0.8"])
    #expect(try raised(["Info.plist": Self.plist("1.0")], tag: "4.0.8") == ["4.0.8"])
  }

  @Test("treats files above the newest tag as raised after it")
  func ahead() throws {
    #expect(
      try raised(
        ["CoolKit.podspec": Self.podspec("5.86.0-SNAPSHOT"), "Info.plist": Self.plist("5.86.0")], tag: "5.85.0")
        == ["5.86.0-SNAPSHOT", "CoolKit.podspec:2 5.86.0-SNAPSHOT", "Info.plist:3 5.86.0"])
    #expect(
      try raised(
        ["CoolKit.podspec": Self.podspec("2.7.0"), "Version.swift": "let version = \"2.6.4\"\n"], tag: "2.6.4")
        == ["2.6.4", "Version.swift:1 2.6.4"])
  }

  @Test(
    "never lets an example decide, even with the major version of the newest tag",
    arguments: [
      "Examples/Demo/Version.swift", "Integration/Version.swift", "Tests/Version.swift", "Fixtures/Version.swift",
      "Sources/CoolDemo/Version.swift",
    ])
  func examples(path: String) throws {
    #expect(try raised([path: "let version = \"1.0\"\n"], tag: "1.25.5") == ["1.25.5"])
    #expect(try raised([path: "CommandConfiguration(version: \"1.0.0\")\n"], tag: "1.8.2") == ["1.8.2"])
    #expect(try raised([path: "let version = \"1.0\"\n"]) == ["none"])
  }

  @Test("uses the newest tag if no file has the version, even a pre-release")
  func tags() throws {
    #expect(try raised(["Package.swift": "let package = Package(name: \"cool\")\n"], tag: "2.1.0") == ["2.1.0"])
    #expect(try raised(["README.md": "# Cool\n"], tag: "2.0.0-beta.3") == ["2.0.0-beta.3"])
    #expect(try raised(["README.md": "# Cool\n"]) == ["none"])
  }

  @Test("recognises a pre-release in an unusual spelling")
  func odd() throws {
    #expect(
      try raised(["CoolKit.podspec": Self.podspec("1.5rc")], tag: "1.4") == ["1.5rc", "CoolKit.podspec:2 1.5rc"])
    #expect(
      try raised(["CoolKit.podspec": Self.podspec("3.0.0.beta8")]) == ["3.0.0.beta8", "CoolKit.podspec:2 3.0.0.beta8"])
  }

  @Test("raises a pre-release of a first version in an unusual spelling", arguments: ["1.0b2", "0.1rc", "1.0.0.beta8"])
  func firstPrerelease(value: String) throws {
    let files = files(["App.xcconfig": "MARKETING_VERSION = \(value)\n"])
    let survey = try VersionSurvey(of: [XcconfigManifest(path: "App.xcconfig")], in: files)
    let version = try #require(try survey.version())
    #expect(survey.readings.flatMap(\.sites).map { $0.follows(version) } == [true])
  }

  @Test("takes the version that the user has decided, even if no file and no tag has it")
  func decided() throws {
    let (released, decided) = (try Version("1.4.2"), try Version("2.0.0"))
    let tags = ReleaseTags(newest: released, released: released, decided: decided)
    #expect(try survey([:], tags).version() == decided)
    #expect(try survey(["CoolKit.podspec": Self.podspec("1.4.2")], tags).version() == decided)
  }

  @Test("ignores a common first version in other files")
  func initial() throws {
    #expect(
      try raised(
        [
          "CoolKit.podspec": Self.podspec("1.0.0"), "Example/Info.plist": Self.plist("1.0.0"),
          "Sources/Cool/A.swift": "let wireVersion = \"1.0.0\"\nlet otherVersion = \"1.0.0\"\n",
        ], tag: "1.0.0") == ["1.0.0", "CoolKit.podspec:2 1.0.0"])
  }

  @Test("is refused if files disagree and no tag decides, with the Releasefile lines that fix it")
  func conflict() throws {
    let survey = try survey(
      ["CoolKit.podspec": Self.podspec("1.4.2"), "Version.swift": "let version = \"1.4.1\"\n"], .none)
    let error = #expect(throws: SurveyError.self) { try survey.version() }
    #expect(
      error?.diagnostics.first?.rendered()
        == """
        error: manifests disagree on the version, and no tag decides
          1.4.2  CoolKit.podspec:2
          1.4.1  Version.swift:1
        manifests:
          - podspec: CoolKit.podspec
        hint: list the reasons with `martlet version --explain`; if the highest version is right, add the lines from `manifests:` on to a file `Releasefile`
        """)
  }

  @Test("is the newest pre-release tag that a file has, even if the file had something else at the last release")
  func prereleaseInFile() throws {
    let tags = try ReleaseTags(newest: Version("1.5.0-beta.2"), released: Version("1.4.0"))
    let found = try survey(
      ["CoolKit.podspec": Self.podspec("1.5.0-beta.2")], tags, since: ["CoolKit.podspec": Self.podspec("0.9.0")])
    #expect(try found.version()?.description == "1.5.0-beta.2")
  }

  @Test("leaves the last release, and no other pre-release, in install snippets while it is a pre-release")
  func lastRelease() throws {
    let tags = try ReleaseTags(
      newest: Version("1.5.0-beta.2"), releases: ["1.4.0", "1.5.0-beta.1", "1.5.0-beta.2"].map { try Version($0) })
    let readme = ".package(url: \"https://github.com/cool/CoolKit\", from: \"1.4.0\")\n"
    #expect(try survey(["README.md": readme], tags).readings.flatMap(\.sites).map(\.value) == ["1.4.0"])
    #expect(try tags.contains(Version("1.4.0+7")) && !tags.contains(Version("1.3.0")))
  }

  @Test("is not the default value of a new Xcode project beside another version, without a tag")
  func defaultValue() throws {
    let project =
      "targets:\n  App:\n    type: application\n    platform: iOS\n    settings:\n      base:\n"
      + "        MARKETING_VERSION: 1.0\n"
    #expect(
      try raised(["project.yml": project, "CoolKit.podspec": Self.podspec("2.3.0")])
        == ["2.3.0", "CoolKit.podspec:2 2.3.0"])
  }
}
