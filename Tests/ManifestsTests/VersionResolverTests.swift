import Manifests
import TestSupport
import Testing
import TextEditing
import Versioning

@Suite("The resolver of versions")
struct VersionResolverTests {
  private func survey(
    _ texts: [String: String], _ tags: ReleaseTags, since released: [String: String]? = nil, project: String = "CoolKit"
  ) throws -> VersionSurvey {
    func files(_ texts: [String: String]) -> MemoryFiles {
      MemoryFiles(texts.compactMap { path, text in RelativePath(path).map { SourceText(path: $0, text: text) } })
    }
    let names = try ProjectNames(project: project, repositories: ["https://github.com/cool/CoolKit"], in: files(texts))
    return try VersionResolver(names: names, tags: tags)
      .survey(of: files(texts), since: released.map(files), for: .everything)
  }

  /// The version, and `path value` of all that a bump raises.
  private func raised(
    _ texts: [String: String], tag: String? = nil, since released: [String: String]? = nil
  ) throws -> [String] {
    let version = try tag.map { try Version($0) }
    let survey = try survey(
      texts,
      ReleaseTags(
        newest: version, released: version?.isPrerelease == true ? nil : version, releases: try [Version("2.4.0")]),
      since: released)
    guard let current = try survey.version() else { return ["none"] }
    return [current.description]
      + survey.readings.flatMap(\.sites).filter { $0.kind == .version && $0.follows(current) }
      .map { "\($0.place.path):\($0.place.line) \($0.value)" }
  }

  private static let plist =
    "<plist><dict>\n<key>CFBundleShortVersionString</key>\n<string>@</string>\n</dict></plist>\n"
  private static func plist(_ version: String) -> String { plist.replacing("@", with: version) }
  private static func podspec(_ version: String) -> String { "Pod::Spec.new do |s|\n  s.version = '\(version)'\nend\n" }

  @Test("never takes a stale value along: that of test and example targets, and what the tags have passed")
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

  @Test("does not take a build number for the version")
  func buildNumbers() throws {
    let files = [
      "CoolKit.podspec": Self.podspec("5.7.1"), "Config.xcconfig": "CURRENT_PROJECT_VERSION = 1.0.0\n",
    ]
    #expect(try raised(files, tag: "5.7.1") == ["5.7.1", "CoolKit.podspec:2 5.7.1"])
    #expect(try raised(files) == ["5.7.1", "CoolKit.podspec:2 5.7.1"])
  }

  @Test("raises the version of a library's binary with the product's, and not the one it is compatible with")
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

  @Test("takes the newest tag for the version where all files are behind it, and raises none of them")
  func behind() throws {
    let files = ["CoolKit.podspec": Self.podspec("4.0.4")]
    #expect(try raised(files, tag: "4.0.8") == ["4.0.8"])
    let version = try Version("4.0.8")
    #expect(
      try survey(files, ReleaseTags(newest: version, released: version)).staleRemarks == [
        "to raise these, too, name them in a Releasefile:", "  manifests:", "    - podspec: CoolKit.podspec",
      ])
    #expect(try raised(["Info.plist": Self.plist("1.0")], tag: "4.0.8") == ["4.0.8"])
  }

  @Test("takes files that are later than the newest tag for raised since")
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

  @Test("takes a later file for raised since only where it held the version of the newest release then")
  func followed() throws {
    func version(_ text: String) -> [String: String] { ["Version.swift": "let version = \"\(text)\"\n"] }
    func since(_ released: [String: String]) throws -> String? {
      try raised(version("2.6.0"), tag: "2.5.0", since: released).first
    }
    #expect(try since(version("2.5.0")) == "2.6.0")
    #expect(try since(version("2.5")) == "2.6.0")
    #expect(try since([:]) == "2.6.0")
    // The tag came before the version was raised.
    #expect(try since(version("2.4.0")) == "2.6.0")
    #expect(try since(version("2.5.0-beta.1")) == "2.6.0")
    #expect(try since(["Version.swift": "no version"]) == "2.6.0")
    // It goes its own way: a value of a template, or a version beside the one of the tags.
    #expect(try since(version("2.6.0")) == "2.5.0")
    #expect(try since(version("1.9.0")) == "2.5.0")
    #expect(
      try raised(
        ["CoolKit.podspec": Self.podspec("2.5.1"), "Version.swift": "let version = \"3.0\"\n"], tag: "2.5.0",
        since: ["CoolKit.podspec": Self.podspec("2.5.0"), "Version.swift": "let version = \"3.0\"\n"])
        == ["2.5.1", "CoolKit.podspec:2 2.5.1"])
  }

  @Test(
    "never lets an example decide, even in the major version of the newest tag",
    arguments: [
      "Examples/Demo/Version.swift", "Integration/Version.swift", "Tests/Version.swift", "Fixtures/Version.swift",
      "Sources/CoolDemo/Version.swift",
    ])
  func examples(path: String) throws {
    #expect(try raised([path: "let version = \"1.0\"\n"], tag: "1.25.5") == ["1.25.5"])
    #expect(try raised([path: "CommandConfiguration(version: \"1.0.0\")\n"], tag: "1.8.2") == ["1.8.2"])
    #expect(try raised([path: "let version = \"1.0\"\n"]) == ["none"])
  }

  @Test("takes the version from the newest tag where no file has it, be it a pre-release")
  func tags() throws {
    #expect(try raised(["Package.swift": "let package = Package(name: \"cool\")\n"], tag: "2.1.0") == ["2.1.0"])
    #expect(try raised(["README.md": "# Cool\n"], tag: "2.0.0-beta.3") == ["2.0.0-beta.3"])
    #expect(try raised(["README.md": "# Cool\n"]) == ["none"])
  }

  @Test("reads a pre-release that is not spelled as one")
  func odd() throws {
    #expect(
      try raised(["CoolKit.podspec": Self.podspec("1.5rc")], tag: "1.4") == ["1.5-rc", "CoolKit.podspec:2 1.5rc"])
    #expect(
      try raised(["CoolKit.podspec": Self.podspec("3.0.0.beta8")]) == ["3.0.0-beta8", "CoolKit.podspec:2 3.0.0.beta8"])
  }

  @Test("takes what sources say rather than the pre-release of a machine")
  func unstable() throws {
    let files = ["Core/CoolMetadata.swift": "enum CoolMetadata {\n  static let version = \"2.59.0\"\n}\n"]
    let tags = ReleaseTags(newest: try Version("2.59.1-unstable.0"), released: try Version("2.59.0"))
    #expect(try survey(files, tags).version() == Version("2.59.0"))
  }

  @Test("raises a requirement where it says the version, not where it allows it")
  func requirements() throws {
    let readme = ["README.md": "pod 'CoolKit', '~> 1.4'\n", "CoolKit.podspec": Self.podspec("@")]
    func raised(_ version: String) throws -> Int {
      try self.raised(readme.mapValues { $0.replacing("@", with: version) }, tag: version).count - 1
    }
    #expect(try raised("1.4.0") == 2)
    #expect(try raised("1.4.2") == 1)
  }

  @Test("does not take a constant of another version for the product's")
  func constants() throws {
    #expect(try raised(["Sources/CoolKit/Constants.swift": "let version = \"5.0\"\n"], tag: "1.8.2") == ["1.8.2"])
  }

  @Test(
    "finds the version in every form that declares it, wherever the file is",
    arguments: [
      ("Sources/Cool/Reporting.swift", "enum Consts {\n  static let sdkVersion = \"6.5.1\"\n}\n"),
      (
        "Sources/Cool/Apollo.swift",
        "public enum Constants {\n  static let ApolloClientVersion: String = \"6.5.1\"\n}\n"
      ),
      ("Sources/Cool/A.swift", "class func libVersion() -> String {\n  return \"6.5.1\"\n}\n"),
      ("Sources/Cool/B.swift", "struct AEM { static let versionString = \"6.5.1\" }\n"),
      ("Sources/Cool/C.swift", "struct C {\n  let mark = \"6.5.1\" // x-release-please-version\n}\n"),
      ("Cool/Cool.m", "static NSString *const kCoolVersion = @\"6.5.1\";\n"),
      ("Cool/Cool.h", "#define COOL_VERSION_STRING @\"6.5.1\"\n"),
      ("Cool/Cool.c", "const char cool_version[] = \"6.5.1\";\n"),
      ("Cool/Facts.mm", "+ (NSString *)sdkVersion { return @\"6.5.1\"; }\n"),
      ("Configuration/Version.xcconfig", "RX_VERSION = 6.5.1\n"),
      ("Configuration/Version.xcconfig", "FBSDK_PROJECT_VERSION=6.5.1\n"),
      ("Cool/Info.plist", Self.plist("6.5.1")), ("Tests/CoolTests/Info.plist", Self.plist("6.5.1")),
      ("MODULE.bazel", "module(\n    name = \"cool\",\n    version = \"6.5.1\",\n)\n"),
      ("scripts/docs.sh", "jazzy --module-version 6.5.1\n"), (".jazzy.yaml", "module_version: 6.5.1\n"),
      (".release-please-manifest.json", "{\n  \".\": \"6.5.1\"\n}\n"),
      ("Documentation/Install.md", ".package(url: \"https://github.com/cool/CoolKit\", from: \"6.5.1\")\n"),
      (".env", "COOL_SDK_VERSION=6.5.1\n"), ("Package.swift", "let coolKitVersion = \"6.5.1\"\n"),
      ("Cool/Cool.h", "//\n//  Version 6.5.1\n"), ("Cool/Cool.h", "//  V6.5.1\n"),
      ("Cool/Cool.c", " * @version 6.5.1\n"),
      ("README.md", "[API](https://swiftpackageindex.com/cool/CoolKit/6.5.1/documentation/coolkit)\n"),
      ("Documentation/Cartfile.md", "github \"cool/CoolKit\" \"6.5.1\"\n"),
      ("Cool/Cool.m", "+ (NSString *)version\n{\n    // not that of Info.plist\n\n    return @\"6.5.1\";\n}\n"),
      ("Cool/Cool.c", "const char *cool_version(void) {\n  return \"6.5.1\";\n}\n"),
      ("Sources/Cool/D.swift", "let sdkVersion = \"\"\"\n  6.5.1\n  \"\"\"\n"),
      ("Sources/Cool/E.swift", "public let coolVersion = Version(\"6.5.1\")!\n"),
      ("Sources/Cool/F.swift", "var version: Version {\n  Version(\"6.5.1\")!\n}\n"),
      (".jazzy.yaml", "github_file_prefix: https://github.com/cool/CoolKit/tree/6.5.1/\n"),
      (
        "Cool.podspec.json", "{\n  \"readme\": \"https://raw.githubusercontent.com/cool/CoolKit/v6.5.1/README.md\"\n}\n"
      ),
      ("docs/conf.py", "release = '6.5.1'\n"),
      ("docs/install.rst", "    .package(url: \"https://github.com/cool/CoolKit\", from: \"6.5.1\"),\n"),
      ("Examples/Demo/Cartfile", "github \"cool/CoolKit\" \"6.5.1\"\n"),
      ("Examples/Demo/Package.swift", ".package(url: \"https://github.com/cool/CoolKit\", exact: \"6.5.1\")\n"),
      ("README.md", "# Cool\n## Current version 6.5.1\n"), ("README.md", "## CoolKit Version 6.5.1\n"),
      ("README.md", "**Latest release:** `6.5.1`\n"), ("README.md", "## Version\n\n6.5.1\n\n## Install\n"),
      ("README.md", "**Latest**: [notes](https://github.com/cool/CoolKit/releases/tag/6.5.1)\n"),
      ("README.md", "[![Release](badge.svg)](https://github.com/cool/CoolKit/releases/tag/6.5.1)\n"),
      ("README.md", "<a href=\"https://github.com/cool/CoolKit/tree/6.5.1\">\n  <img src=\"badge.svg\"></a>\n"),
      ("README.md", "<!-- x-release-please-start-version -->\nGet 6.5.1!\n<!-- x-release-please-end -->\n"),
    ])
  func forms(path: String, text: String) throws {
    let line = text.prefix(upTo: try #require(text.firstRange(of: "6.5.1")).lowerBound).count { $0 == "\n" } + 1
    #expect(try raised([path: text], tag: "6.5.1") == ["6.5.1", "\(path):\(line) 6.5.1"])
  }

  @Test(
    "leaves what is not a declaration of the product's version, though it has the same value",
    arguments: [
      ("Sources/Cool/A.swift", "let cacheVersion = \"6.5.1\"\n"),
      ("Sources/Cool/A.swift", "let minimumAppVersion = \"6.5.1\"\n"),
      ("Sources/Cool/A.swift", "let name = \"6.5.1\"\n"), ("Sources/Cool/A.swift", "// version = \"6.5.1\"\n"),
      ("Sources/Cool/A.swift", "let version = isTesting ? \"6.5.1\" : _version\n"),
      ("Sources/Cool/A.swift", "let version = \"\\(major).6.5.1\"\nlet url = \"x/6.5.1\"\n"),
      ("Sources/Cool/A.swift", "func f() { let version = \"6.5.1\" }\n"),
      ("Sources/Cool/A.swift", "@available(*, deprecated, message: \"since 6.5.1\")\n"),
      ("Cool/Cool.h", "#define COOL_MINIMUM_VERSION @\"6.5.1\"\n"),
      ("Cool/Cool.m", "if (version == @\"6.5.1\") {\n"),
      ("Cool/Cool.m", "[self version:@\"6.5.1\"];\ncall(version = \"6.5.1\")\n"),
      ("Cool/Cool.m", "NSString *version = @\"6.5.1\" @\"-rc\";\n"), ("Cool/Cool.m", "int v = 16.5.1;\n"),
      ("MODULE.bazel", "bazel_dep(\n    name = \"rules_swift\",\n    version = \"6.5.1\",\n)\n"),
      ("Config.xcconfig", "SWIFT_VERSION = 6.5.1\nDYLIB_COMPATIBILITY_VERSION = 6.5.1\n"),
      ("CHANGELOG.md", "pod 'CoolKit', '6.5.1'\n"), ("README.md", "Requires 6.5.1\n"),
      ("Pods/Cool/Info.plist", Self.plist("6.5.1")),
      ("Tests/A.swift", "let sdkVersion = \"6.5.1\"\n"),
      ("Cool/Cool.m", "// https://github.com/cool/CoolKit/blob/6.5.1/Cool.m#L3\n"),
      ("Cool/Cool.m", "if (version) {\n  return @\"6.5.1\";\n}\n"),
      ("Cool/Cool.m", "- (NSString *)version {\n  [self log];\n  return @\"6.5.1\";\n}\n"),
      ("Sources/Cool/A.swift", "let sdkVersion = \"\"\"\n  6.5.1\n  or so\n  \"\"\"\n"),
      ("README.md", "Starting with [version 6.5.1](https://github.com/cool/CoolKit/releases/tag/6.5.1) you can\n"),
      ("README.md", "Version [6.5.1](https://github.com/cool/CoolKit/releases/tag/6.5.1) breaks\n"),
      ("README.md", "See the [release notes](https://github.com/cool/CoolKit/releases/tag/6.5.1).\n"),
      ("README.md", "- [6.5.1](https://swiftpackageindex.com/cool/CoolKit/6.5.1/documentation/coolkit)\n"),
      (
        "README.md",
        "```\nurl: \"https://github.com/cool/CoolKit/releases/download/6.5.1/Cool.zip\",\nchecksum: \"ab\"\n```\n"
      ), ("README.md", "## CoolKit Version 6.5.1\n\n* new\n\n## CoolKit Version 6.5.0\n"),
      ("README.md", "## Version 6.5.1\n\n* new\n"), ("README.md", "What is new in CoolKit Version 6.5.1\n"),
      ("Examples/Demo/Podfile", "pod 'Other', '6.5.1'\n"),
      (".jazzy.yaml", "x: https://github.com/other/CoolKit/tree/6.5.1/\n"),
    ])
  func decoys(path: String, text: String) throws {
    #expect(try raised([path: text], tag: "6.5.1") == ["6.5.1"])
  }

  @Test("raises exact and compatible dependencies on the pods beside, and no others")
  func siblings() throws {
    let kit =
      "Pod::Spec.new do |s|\n  s.version = '6.8.0'\n  s.dependency 'Cool/Core', '6.8.0'\n"
      + "  s.dependency 'Other', '6.8.0'\n  s.dependency 'Cool', '~> 6.8'\n  s.dependency 'Cool', '>= 6.8'\nend\n"
    #expect(
      try raised(["CoolKit.podspec": kit, "Cool.podspec": Self.podspec("6.8.0")], tag: "6.8.0") == [
        "6.8.0", "Cool.podspec:2 6.8.0", "CoolKit.podspec:2 6.8.0", "CoolKit.podspec:3 6.8.0", "CoolKit.podspec:5 6.8",
      ])
  }

  @Test("does not take a version for the product's by chance where it is what projects begin with")
  func initial() throws {
    #expect(
      try raised(
        [
          "CoolKit.podspec": Self.podspec("1.0.0"), "Example/Info.plist": Self.plist("1.0.0"),
          "Sources/Cool/A.swift": "let wireVersion = \"1.0.0\"\nlet otherVersion = \"1.0.0\"\n",
        ], tag: "1.0.0") == ["1.0.0", "CoolKit.podspec:2 1.0.0"])
  }

  @Test("refuses where files disagree and no tag decides, with the lines that settle it")
  func conflict() throws {
    let survey = try survey(
      ["CoolKit.podspec": Self.podspec("1.4.2"), "Version.swift": "let version = \"1.4.1\"\n"], .none)
    let error = #expect(throws: SurveyError.self) { try survey.version() }
    #expect(
      error?.diagnostics.first?.rendered()
        == """
        error: manifests disagree on the version, and no tag says which is right
          1.4.2  CoolKit.podspec:2
          1.4.1  Version.swift:1
        manifests:
          - podspec: CoolKit.podspec
        hint: see the reasons with `martlet version --explain`; if the highest one is right, write the lines from `manifests:` on into a file `Releasefile`
        """)
  }
}
