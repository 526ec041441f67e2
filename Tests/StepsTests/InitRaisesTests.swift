import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

/// A Releasefile that loses lines would punish whoever writes one.
@Suite("The Releasefile of init")
struct InitRaisesTests {
  @Test(
    "raises the same lines as a bump without it",
    arguments: [
      ["app.config.js": "module.exports = {\n  version: '1.4.2',\n}\n"],
      ["pubspec.yaml": "name: kit\nversion: 1.4.2+7\n"], ["App.xcconfig": "CURRENT_PROJECT_VERSION = 1.4.2\n"],
      ["Kit/Facts.plist": XcodeSample.plist("1.4.2"), "app.json": "{\n  \"expo\": {\"version\": \"1.4.2\"}\n}\n"],
    ])
  func sameLines(files: [String: String]) throws {
    let files = files.merging(["Kit.podspec": "Pod::Spec.new do |s|\n  s.version = '1.4.2'\nend\n"]) { $1 }
    var planning = Planning(version: nil, history: ["tag 1.3.1", "a", "tag 1.4.2", "b"], files: files)
    planning.head = ""
    for tag in ["1.3.1", "1.4.2"] {
      let commit = try #require(planning.world.tagNames?[tag])
      planning.world.pastFiles[commit] = files.mapValues { $0.replacing("1.4.2", with: tag) }
    }
    let expected = try planning.plan("- bump: 1.5.0")
    #expect(expected.entries.count > 1)
    let text = try #require(try planning.plan(InitStep()).text(of: "Releasefile"))
    planning.head = String(text.prefix(upTo: try #require(text.firstRange(of: "lanes:")).lowerBound))
    let own = try planning.plan("- bump: 1.5.0")
    for path in files.keys.sorted().compactMap({ RelativePath($0) }) {
      #expect(own.text(of: path) == expected.text(of: path), "\(path)")
    }
  }

  @Test("declares settings of Apple's tools that keep the last release while the version is a pre-release")
  func keptRelease() throws {
    let project = XcodeSample.files(version: "@", extensionVersion: "@")
    func files(_ podspec: String, _ setting: String) -> [String: String] {
      project.mapValues { $0.replacing("@", with: setting) }
        .merging(["Kit.podspec": "Pod::Spec.new do |s|\n  s.version = '\(podspec)'\nend\n"]) { $1 }
    }
    var planning = Planning(
      version: nil, history: ["tag 1.4.2", "a", "tag 1.5.0-beta.1", "b"], files: files("1.5.0-beta.1", "1.4.2"))
    planning.head = ""
    for (tag, podspec) in [("1.4.2", "1.4.2"), ("1.5.0-beta.1", "1.5.0-beta.1")] {
      let commit = try #require(planning.world.tagNames?[tag])
      planning.world.pastFiles[commit] = files(podspec, "1.4.2")
    }
    let expected = try planning.plan("- bump: 1.5.0").lines
    #expect(expected.contains { $0.contains("project.pbxproj") })
    let text = try #require(try planning.plan(InitStep()).text(of: "Releasefile"))
    planning.head = String(text.prefix(upTo: try #require(text.firstRange(of: "lanes:")).lowerBound))
    #expect(try planning.plan("- bump: 1.5.0").lines == expected)
    #expect(try planning.plan("- bump: 1.5.0-beta.2").lines.count == 1)
  }

  @Test("declares no manifests where these would lose places: each bump finds them")
  func placesOfReleases() throws {
    func files(_ version: String) -> [String: String] {
      [
        // The default values of a sample are no reason for a lane with the build number.
        "project.yml":
          "targets:\n  App:\n    settings:\n      MARKETING_VERSION: 1.0\n      CURRENT_PROJECT_VERSION: 1\n",
        "kit/package.json": "{\n  \"version\": \"\(version)\"\n}\n",
        "kit/src/version.json": "{\"version\": \"\(version)\"}\n",
      ]
    }
    var planning = Planning(
      version: nil, history: ["tag 1.4.1", "a", "tag 1.4.2", "b", "tag 1.5.0-beta.1", "c"], files: files("1.4.2"))
    planning.head = ""
    for (tag, version) in [("1.4.1", "1.4.1"), ("1.4.2", "1.4.2"), ("1.5.0-beta.1", "1.4.2")] {
      let commit = try #require(planning.world.tagNames?[tag])
      planning.world.pastFiles[commit] = files(version)
    }
    let expected = try planning.plan("- bump: 1.5.0").lines
    let text = try #require(try planning.plan(InitStep()).text(of: "Releasefile"))
    #expect(
      text.split(separator: "\n").first { $0.hasPrefix("version") }
        == "version: {tag: \"${version}\"}   # `martlet version --explain` lists the places that a bump raises")
    #expect(!text.contains("build"))
    planning.head = String(text.prefix(upTo: try #require(text.firstRange(of: "lanes:")).lowerBound))
    #expect(try planning.plan("- bump: 1.5.0").lines == expected)
    #expect(expected.count == 2)
  }

  @Test("has the lines that the last two releases raised, but none of one release or of another repository")
  func raisedLines() throws {
    func files(_ version: String) -> [String: String] {
      [
        "Kit.podspec": "Pod::Spec.new do |s|\n  s.version = '\(version)'\nend\n",
        "README.md": "# Kit\n\nThe stable Kit is \(version) now.\n\nSince 1.4.2: tabs.\n",
        "Install.md": "Get \(version == "1.4.0" ? "1.3.9" : version) today!\n",
        "Package.swift": ".package(\n  url: \"https://github.com/other/io.git\",\n  exact: \"\(version)\")\n",
        "apps.json": "{\"apps\": [{\"release\": \"\(version)\", \"size\": 723123}]}\n",
        "CHANGELOG.md": "Latest \(version)\n", "Other.rb": "s.dependency 'Other','\(version)'\n",
        "build.gradle": "implementation 'com.other:http:\(version)'\n",
      ]
    }
    var planning = Planning(
      version: nil, history: ["tag 1.4.0", "a", "tag 1.4.1", "b", "tag 1.4.2", "c"], files: files("1.4.2"))
    planning.head = ""
    for version in ["1.4.0", "1.4.1", "1.4.2"] {
      let commit = try #require(planning.world.tagNames?[version])
      planning.world.pastFiles[commit] = files(version)
    }
    let text = try #require(try planning.plan(InitStep()).text(of: "Releasefile"))
    let start = try #require(text.firstRange(of: "manifests:")).lowerBound
    #expect(
      text[start...].prefix(upTo: try #require(text.firstRange(of: "before_all")).lowerBound)
        == """
        manifests:
          - podspec: Kit.podspec
          - text: README.md   # raised in the last two releases
            pattern: The stable Kit is ${version} now.

        """)
  }

  @Test("lists a place with another version where only tags have the version")
  func onlyTags() throws {
    let files = [
      "Sources/Kit/Convert.swift":
        "struct Convert {\n  static let configuration = CommandConfiguration(version: \"1.4.1\")\n}\n"
    ]
    var planning = Planning(version: nil, history: ["tag 1.4.1", "a", "tag 1.4.2", "b"], files: files)
    planning.head = ""
    let text = try #require(try planning.plan(InitStep()).text(of: "Releasefile"))
    #expect(text.contains("source: tag}   # the version is only in tags\n"))
    #expect(text.contains("\n#  - swift: Sources/Kit/Convert.swift   # 1.4.1\n"))
  }

  @Test("makes the archive of a binary target that the last release has, and writes its address and checksum")
  func binaryTarget() throws {
    let checksum = String(repeating: "85f1ee6a", count: 8)
    let url = "https://github.com/owner/Kit/releases/download/1.4.2/Kit-1.4.2.zip"
    let target = ".binaryTarget(name: \"Kit\", url: \"\(url)\", checksum: \"\(checksum)\")"
    let package = "// swift-tools-version: 5.9\nlet package = Package(name: \"Kit\", targets: [\(target)])\n"
    var planning = Planning(
      version: nil, history: ["tag 1.4.1", "a", "tag 1.4.2", "b"], files: ["Package.swift": package])
    planning.head = ""
    (planning.world.remotes, planning.world.server) = (["owner"], "https://github.com")
    planning.world.repositoryName = "Kit"
    let text = try #require(try planning.plan(InitStep()).text(of: "Releasefile"))
    #expect(
      text.contains(
        """
              - archive: {xcframework: build/Kit.xcframework, output: "dist/Kit-${version}.zip"}   # build it before, with a step `run`
                id: binary
              - update_binary_target: {target: Kit, artifact: binary}

        """))
  }

  @Test("declares no install snippets of older releases while tags have a pre-release")
  func olderSnippets() throws {
    func files(_ first: String) -> [String: String] {
      let snippets = [first, "0.7.0"].map { ".package(url: \"https://example.com/origin/CoolApp\", from: \"\($0)\")\n" }
      return ["README.md": snippets.joined()]
    }
    func lines(_ files: [String: String]) throws -> [String] {
      var planning = Planning(
        version: nil, history: ["tag 0.13.0", "a", "tag 0.13.1", "b", "tag 0.14.0-rc.1", "c"], files: files)
      planning.head = ""
      let text = try #require(try planning.plan(InitStep()).text(of: "Releasefile"))
      planning.head = String(text.prefix(upTo: try #require(text.firstRange(of: "lanes:")).lowerBound))
      return [text.contains("readme") ? "readme" : "tags"] + (try planning.plan("- bump: 0.14.0").lines)
    }
    #expect(try lines(files("0.13.1")) == ["readme", "bump: write README.md -1 +1"])
    #expect(try lines(files("0.7.1")) == ["tags"])
  }

  @Test("writes no pre-release into a setting of Apple's tools")
  func prerelease() throws {
    let files = XcodeSample.example(
      app: "INFOPLIST_FILE = Info.plist; MARKETING_VERSION = 1.4.2; ", widget: "MARKETING_VERSION = 1.4.2; ",
      tests: "1.4.2")
    var planning = Planning(.clean(files))
    planning.head = """
      manifests: [{text: Example/App.xcodeproj/project.pbxproj, pattern: "MARKETING_VERSION = ${version};", count: 3}]

      """
    let project = try planning.plan("- bump: 1.5.0-beta.1").text(of: "Example/App.xcodeproj/project.pbxproj")
    #expect(project?.contains("MARKETING_VERSION = 1.5.0; }") == true)
  }
}

extension XcodeSample {
  /// An example app and its extension with these settings, an Info.plist with another version, and a target of tests.
  fileprivate static func example(app: String, widget: String, tests: String = "1.0") -> [String: String] {
    var files: [String: String] = ["Example/Info.plist": plist("1.0")]
    for (path, text) in Self.files(version: "@", extensionVersion: "@") where path.hasSuffix("pbxproj") {
      files["Example/\(path)"] = text.replacing("targets = (A, E, )", with: "targets = (A, E, T, )")
        .replacing("baseConfigurationReference = F; ", with: "")
        .replacing("\t\t\tGENERATE_INFOPLIST_FILE = YES;\n\t\t\tMARKETING_VERSION = @;\n", with: widget)
        .replacing("{GENERATE_INFOPLIST_FILE = YES; }", with: "{\(app)}")
        .replacing(
          "\t};\n\trootObject",
          with: """
            T = {isa = PBXNativeTarget; name = AppTests; productType = "com.apple.product-type.bundle.unit-test";
            buildConfigurationList = TL; dependencies = (); productName = AppTests; };
            TL = {isa = XCConfigurationList; buildConfigurations = (TR, ); defaultConfigurationName = Release; };
            TR = {isa = XCBuildConfiguration; buildSettings = {MARKETING_VERSION = \(tests); }; name = Release; };
            };
            rootObject
            """)
    }
    return files
  }

  fileprivate static func plist(_ version: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>CFBundleShortVersionString</key>
    <string>\(version)</string>
    </dict></plist>

    """
  }
}
