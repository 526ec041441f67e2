import Foundation
import Processes
import TestSupport
import Testing

/// `Releasefile.example` in a project that has everything that it uses.
@Suite("Releasefile.example", .enabled(if: AppStoreServer.obstacle == nil, "\(AppStoreServer.obstacle ?? "")"))
struct ReleasefileExamplePlanTests {
  private let world: GoldenWorld
  private let store: AppStoreServer

  /// Files that the example needs in addition to the sample app.
  private static let files = [
    "package.json": "{\"name\": \"coolapp\", \"version\": \"1.4.2\", \"build\": \"42\"}\n",
    "project.yml": "settings:\n  base:\n    MARKETING_VERSION: 1.4.2\n    CURRENT_PROJECT_VERSION: 42\n",
    "tool.toml": "[package]\nname = \"tool\"\nversion = \"1.4.2\"\n",
    "android/app/build.gradle": "android {\n  versionCode 42\n  versionName \"1.4.2\"\n}\n",
    ".env.version": "VERSION=1.4.2\nBUILD=42\n",
    "VERSION": "1.4.2\n",
    "Configuration/config.plist": """
    <plist version="1.0">
    <dict>
      <key>Common</key>
      <dict>
        <key>ApiTimeout</key>
        <integer>30</integer>
        <key>Languages</key>
        <array>
          <string>en</string>
        </array>
      </dict>
      <key>Production</key>
      <dict>
        <key>Support</key>
        <dict>
          <key>Phone</key>
          <string>0800</string>
        </dict>
      </dict>
    </dict>
    </plist>

    """,
    "Configuration/Beta.xcconfig": "BETA_URL = https:/$()/beta.example.com\n",
    "Configuration/Release.xcconfig": "#include \"Shared.xcconfig\"\nConfigEnvironment = Production\n",
    "Configuration/own.json.mustache": "{{{object}}}\n",
    ".changelog.mustache": "{{#sections}}{{title}}\n{{/sections}}",
    ".announcement.mustache": "{{title}} is out.",
    "docs/window.png": "picture",
    "api.txt": "",
    "notes.txt": "Try the new map.\n",
    "fastlane/metadata/en-US/release_notes.txt": "A new map.\n",
    "packaging/coolapp.rb": """
    class Coolapp < Formula
      url "https://example.org/downloads/1.4.2/README.md"
      sha256 "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806"
    end

    """,
    "docs/install.md": "brew install coolapp@1.4.2\n\nUnreleased: nothing.\n",
    "Pods/Target Support Files/Pods-CoolApp/Pods-CoolApp.release.xcconfig": "OTHER_SWIFT_FLAGS = $(inherited)\n",
    "Tools/VERSION": "1.0.0\n",
    "Libraries/Package.swift": """
    let dependencies = [Package.Dependency.package(url: "https://example.com/swift-core", from: "1.3.0")]
    let package = Package(name: "Libraries", dependencies: dependencies, targets: [
      .binaryTarget(name: "Core", url: "https://example.com/Core.zip", checksum: ""),
      .binaryTarget(name: "Other", url: "https://example.com/Other-1.0.zip", checksum: ""),
    ])

    """,
    "scripts/upload.sh": "#!/bin/sh\nmkdir -p ../dist\necho \"$1: $2\" | tee ../dist/upload.log\n",
  ]

  /// The required parameters of lanes.
  private static let words = [
    "release": ["--answer", "version=1.5.0", "--answer", "news=Faster."], "set": ["flag=-DRELEASE"],
  ]

  init() throws {
    store = try AppStoreServer()
    var files = Self.files.mapValues { Data($0.utf8) }
    files["Releasefile"] = Data(try #require(ProjectFolder.read("Releasefile.example")).utf8)
    world = try GoldenWorld(example: "Examples/CoolApp", files: files)
    try world.setUp(
      "git init -q --bare -b main ../homebrew-tap && git push -q ../homebrew-tap main && git tag 1.4.2 && git tag tools/1.0.0 && chmod +x scripts/upload.sh && echo Run it. >Tools/README.md && git add Tools && git commit --quiet -am 'feat: let it run' && git push --quiet"
    )
  }

  @Test("can be planned: every public lane, and every step in it has an effect")
  func plans() throws {
    let lanes = try decoded(Lanes.self, ["plan", "--list", "--json"]).lanes.filter { !$0.isPrivate }.map(\.name)
    #expect(lanes.count > 5)
    var planned: Set<String> = []
    try world.git("remote", "set-url", "origin", "https://github.com/example/CoolApp")
    for lane in lanes {
      // Without its merged pull request, this lane has nothing to do.
      let command = lane == "by_pull_request" ? ["propose", lane, "--dry-run"] : ["plan", lane]
      let plan = try decoded(Plan.self, command + ["--json"] + Self.words[lane, default: []])
      #expect(!plan.entries.isEmpty, "\(lane)")
      planned.formUnion(plan.entries.map(\.step))
    }
    let acting = try decoded(Steps.self, ["help", "steps", "--json"]).steps.map(\.name)
      .filter { !["ensure", "confirm", "prompt", "lane", "packages"].contains($0) }
    #expect(Set(acting).subtracting(planned) == [])
  }

  @Test(
    "can be run: its release is pushed, and steps after the push see the results of earlier ones",
    .enabled(if: ReferenceProgram("ssh-keygen") != nil, "there is no `ssh-keygen`"))
  func runs() throws {
    try world.setUp(
      """
      ssh-keygen -q -t ed25519 -N '' -f ../key
      git config gpg.format ssh && git config user.signingkey "$PWD/../key"
      """)
    let result = try world.martlet(["run", "release", "--yes"] + Self.words["release", default: []]).run()
    #expect(result.succeeded, "\(result.errorText)")
    #expect(result.errorText.contains("Uploaded to 1.5.0: Faster..\n"))
    #expect(
      try world.git("rev-parse", "main", "1.5.0^{commit}", directory: "\(world.root)/CoolApp.git")
        == world.git("rev-parse", "HEAD", "HEAD"))
    #expect(try world.git("status", "--porcelain") == "?? dist/")
  }

  /// The program's machine-readable output.
  private func decoded<Value: Decodable>(_ type: Value.Type, _ words: [String]) throws -> Value {
    let result = try world.martlet(words, changes: store.environment.map { "\($0.key)=\($0.value)" }).run()
    try #require(result.succeeded, "\(words.joined(separator: " ")): \(result.errorText)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(result.output))
  }

  private struct Lanes: Decodable {
    struct Lane: Decodable {
      let name: String
      let isPrivate: Bool
    }

    let lanes: [Lane]
  }

  private struct Plan: Decodable {
    struct Entry: Decodable {
      let step: String
    }

    let entries: [Entry]
  }

  private struct Steps: Decodable {
    struct Step: Decodable {
      let name: String
    }

    let steps: [Step]
  }
}
