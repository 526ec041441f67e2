import MartletManifests
import TestSupport
import Testing

@Suite("Every manifest format")
struct ManifestLawTests {
  @Test("changes no byte when it reads", arguments: examples)
  func reading(example: ManifestExample) throws {
    #expect(throws: Never.self) { try ManifestLaws(example).readingChangesNothing() }
  }

  @Test("finds exactly the version's bytes", arguments: examples)
  func bump(example: ManifestExample) throws {
    #expect(throws: Never.self) { try ManifestLaws(example).bumpTouchesVersionsOnly() }
  }

  @Test("reads back every written version", arguments: examples, [1, 20_261_121] as [UInt64])
  func randomEdits(example: ManifestExample, seed: UInt64) throws {
    #expect(throws: Never.self) { try ManifestLaws(example).randomEditsAreReadBack(seed: seed) }
  }

  @Test("accepts truncated and broken bytes without a crash", arguments: examples, [7] as [UInt64])
  func hostileInput(example: ManifestExample, seed: UInt64) throws {
    #expect(throws: Never.self) { try ManifestLaws(example).hostileInputIsSurvived(seed: seed) }
  }

  static let examples: [ManifestExample] = [
    ManifestExample(PlainManifest(path: "VERSION"), "# the version\n\nv1.4.2\n"),
    ManifestExample(
      EnvManifest(path: "Makefile", buildKey: "BUILD"),
      "export VERSION = 1.4.2 # here\nBUILD ?= 42\nOTHER := 1.0\nall:\n\tVERSION=3 make\n"),
    ManifestExample(EnvManifest(path: ".env"), "A=\"1\"\nVERSION=\"1.4.2\"\nB='x'\n"),
    ManifestExample(
      JSONManifest(path: "package.json", key: "info.version", buildKey: "/info/build"),
      #"""
      {
        // told
        "version": "9.9.9", "list": [1, {"version": "0.1"}, ],
        "info": {"version": "1.4.2", "build": 42}
      }

      """#, comment: "//"),
    ManifestExample(
      TOMLManifest(path: "tool.toml", key: "package.version"),
      "version = '0.1.0'\nx = [\n  { version = \"3.0\" }, # ]\n]\n[package]\nname = \"a#b\"\nversion   =  \"1.4.2\" # yes\n"
    ),
    ManifestExample(
      YAMLManifest(path: "app.yaml", key: "app.version", buildKey: "app.build"),
      "# app\napp:\n  notes: |\n    version: 3.0\n  version: 1.4.2 # here\n  build: 42\nother: {version: \"2.0\"}\n"),
    ManifestExample(
      YAMLManifest(path: "project.yml"),
      """
      name: CoolApp
      settings:
        base:
          MARKETING_VERSION: "1.4.2"
          CURRENT_PROJECT_VERSION: 42
      settingGroups:
        shared: {MARKETING_VERSION: 1.4.2, SWIFT_VERSION: "6.0"}
      targets:
        CoolApp:
          type: application
          info:
            path: Info.plist
            properties:
              CFBundleShortVersionString: '1.4.2'
              CFBundleVersion: $(CURRENT_PROJECT_VERSION)

      """),
    ManifestExample(
      PodspecManifest(path: "CoolKit.podspec"),
      """
      Pod::Spec.new do |s|
        # s.version = '0.0.1'
        s.name     = 'CoolKit'
        s.version  = '1.4.2'.freeze
        s.summary  = "It's cool"
        s.swift_version = '6.0'
        s.source   = { :git => "https://example.com/c.git", :tag => 'v1.4.2' }
      end

      """),
    ManifestExample(
      PodspecManifest(path: "CoolKit.podspec.json"),
      #"{"name": "CoolKit", "version": "1.4.2", "source": {"git": "x", "tag": "v1.4.2"}}"# + "\n", comment: nil),
    ManifestExample(
      SwiftManifest(path: "Sources/CoolKit/Version.swift"),
      """
      /* "1.0.0" /* nested */ */
      public enum Constants {
        public static let version: String = "1.4.2" // "0"
        static let cacheVersion = "1.2.0"
      }

      """, comment: "//"),
    ManifestExample(
      SwiftManifest(path: "Sources/CoolKit/Parts.swift"),
      """
      let version = CoolVersion(major: 1, minor: 4, patch: 2, suffix: "dev")
      let appVersion = SemanticVersion(1, 4, 2)
      struct Version {
        static let major = 1
        static let minor = 4
        static let revision: Int = 2
      }

      """, comment: "//"),
    ManifestExample(
      SwiftManifest(path: "Project.swift"),
      """
      import ProjectDescription
      let project = Project(
        name: "CoolApp",
        settings: .settings(base: ["MARKETING_VERSION": "1.4.2", "SWIFT_VERSION": "6.0"].currentProjectVersion("42")),
        targets: [
          .target(infoPlist: .extendingDefault(with: [
            "CFBundleShortVersionString": .string("1.4.2"), "CFBundleVersion": "42",
          ]))
        ])

      """, comment: "//"),
    ManifestExample(
      TextManifest(path: "Notes.md", pattern: "v${version} (build ${build})", count: 2),
      "Cool v1.4.2 (build 42)\n\nand v1.4.2 (build 42).\n", comment: ">"),
    ManifestExample(
      ReadmeManifest(path: "README.md", repositories: ["https://github.com/cool/CoolKit"], pods: ["CoolKit"]),
      """
      # CoolKit
      .package(url: "https://github.com/Cool/CoolKit.git", from: "1.4.2"),
      .package(url: "https://github.com/other/Kit.git", from: "1.4.2"),
      pod 'CoolKit', '~> 1.4'
      github "cool/CoolKit" ~> 1.4.2
      mint install cool/CoolKit@1.4.2

      """),
  ]
}
