import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The step bump, in manifests")
struct BumpStepManifestsTests {
  /// `@` marks the product's version; other versions in the text are unmarked.
  @Test(
    "raises a manifest of each format, and changes nothing else in it",
    arguments: [
      ("plain: VERSION", "VERSION", "v@"),
      ("xcconfig: App.xcconfig", "App.xcconfig", "// 1.4.2 of old\r\nMARKETING_VERSION = @ // 1.4.2\r\n"),
      (
        "plist: App/Info.plist", "App/Info.plist",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><!-- 1.4.2 --><key>CFBundleShortVersionString</key> <string>@</string>
        <key>CFBundleVersion</key><string>77</string></dict></plist>
        """
      ),
      ("podspec: Cool.podspec", "Cool.podspec", "Pod::Spec.new do |s|\n  s.version = '@' # 1.4.2\nend\n"),
      ("swift: Sources/Version.swift", "Sources/Version.swift", "// 1.4.2\nlet version = \"@\"\n"),
      ("json: package.json", "package.json", "{\"name\": \"1.4.2\", \"version\": \"@\"}\n"),
      ("yaml: app.yml, key: version", "app.yml", "# 1.4.2\nversion: @\n"),
      ("toml: app.toml, key: version", "app.toml", "# 1.4.2\nversion = \"@\"\n"),
      ("env: .env, key: APP", ".env", "# 1.4.2\nAPP=@\n"),
      ("text: README.md, pattern: 'from: \"${version}\"'", "README.md", "1.4.2\nfrom: \"@\"\n"),
    ])
  func formats(declaration: String, path: String, text: String) throws {
    var planning = Planning(.clean([path: text.replacing("@", with: "1.4.2")]))
    planning.head = "manifests: [{\(declaration)}]\n"
    let plan = try planning.plan("- bump: minor")
    #expect(plan.text(of: try #require(RelativePath(path))) == text.replacing("@", with: "1.5.0"))
    #expect(plan.lines == ["bump: write \(path) -1 +1"])
  }

  @Test("raises an Xcode project if its target, an xcconfig and a plist contain the version")
  func xcode() throws {
    let planning = Planning(.clean(XcodeSample.files(version: "1.4.2", extensionVersion: "1.4.2")))
    let plan = try planning.plan("- bump: minor")
    #expect(
      plan.lines == ["bump: write App.xcodeproj/project.pbxproj -1 +1", "bump: write Shared.xcconfig -1 +1"])
    #expect(
      plan.text(of: "App.xcodeproj/project.pbxproj")
        == XcodeSample.files(version: "1.4.2", extensionVersion: "1.5.0")["App.xcodeproj/project.pbxproj"])
    #expect(plan.text(of: "Shared.xcconfig") == "MARKETING_VERSION = 1.5.0\n")
  }

  @Test("lists every file once, in byte order")
  func severalFiles() throws {
    let plan = try Planning(
      .clean([
        "b.podspec": "Pod::Spec.new { |s| s.version = '1.4.2' }\n",
        "Sources/B/Version.swift": "let version = \"1.4.2\"\n",
        "a.podspec": "Pod::Spec.new { |s| s.version = '1.4.2' }\n",
      ])
    ).plan("- bump: 1.5.0-beta.1")
    #expect(
      plan.lines == [
        "bump: write Sources/B/Version.swift -1 +1", "bump: write a.podspec -1 +1", "bump: write b.podspec -1 +1",
      ])
  }

  @Test("lists other versions, and keeps them")
  func bystanders() throws {
    let plan = try Planning(
      .clean([
        "Cool.podspec": "Pod::Spec.new { |s| s.version = '1.4.2' }\n",
        "package.json": "{\n \"version\": \"0.9.0\"\n}\n",
        "Makefile": "VERSION = 1.4.2\n",
      ])
    ).plan("- bump: minor")
    #expect(plan.lines == ["bump: write Cool.podspec -1 +1", "bump: write Makefile -1 +1"])
    #expect(plan.remarks == ["unchanged: 0.9.0 in package.json:2"])
  }

  @Test("passes on errors in a manifest, with their place")
  func brokenManifest() throws {
    var planning = Planning(.clean(["VERSION": "1.4.2\nand more\n"]))
    planning.head = "manifests: [{plain: VERSION}]\n"
    #expect(
      try planning.failure("- bump: minor")
        == """
        error: unexpected second line, expected only the version
         --> VERSION:2:1
          |
        2 | and more
          | ^^^^^^^^
        """)
  }
}
