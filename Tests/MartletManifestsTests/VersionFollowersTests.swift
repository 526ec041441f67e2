import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("What follows the version")
struct VersionFollowersTests: ResolvingVersions {
  @Test("raises a requirement that equals the version, not one that allows it")
  func requirements() throws {
    let readme = ["README.md": "pod 'CoolKit', '~> 1.4'\n", "CoolKit.podspec": Self.podspec("@")]
    func raised(_ version: String) throws -> Int {
      try self.raised(readme.mapValues { $0.replacing("@", with: version) }, tag: version).count - 1
    }
    #expect(try raised("1.4.0") == 2)
    #expect(try raised("1.4.2") == 1)
  }

  @Test("raises the tag of a pod in a Podfile, in any letter case")
  func podTags() throws {
    let pod = "pod 'COOLKit/Core', :git => 'https://github.com/cool/CoolKit.git', :tag => 'v6.5.1'\n"
    let files = ["Examples/Podfile": pod, "CoolKit.podspec": Self.podspec("6.5.1")]
    #expect(try raised(files, tag: "6.5.1") == ["6.5.1", "CoolKit.podspec:2 6.5.1", "Examples/Podfile:1 6.5.1"])
  }

  @Test("raises the declaration in a header, not a longer number, a comparison or a comment")
  func declarations() throws {
    let header = """
      // COOL_KIT_VERSION = "6.5.1"
      #define COOL_KIT_VERSION "6.5.1"
      #define COOL_TOOL_VERSION "16.5.1"
      #define COOL_BETA_VERSION "x6.5.1"
      #define COOL_TEST COOL_KIT_VERSION >= "6.5.1"
      bool cool_version >= "6.5.1";

      """
    let files = ["Kit/Cool.h": header, "CoolKit.podspec": Self.podspec("6.5.1")]
    #expect(try raised(files, tag: "6.5.1") == ["6.5.1", "CoolKit.podspec:2 6.5.1", "Kit/Cool.h:2 6.5.1"])
  }

  @Test("raises the version of a Flutter app in a folder, and constants in Dart, Kotlin and Java")
  func dart() throws {
    let files = [
      "CoolKit.podspec": Self.podspec("6.5.1"), "app/pubspec.yaml": "name: app\nversion: 6.5.1+27\n",
      "app/lib/a.dart": "const String sdkVersion = 'v6.5.1';\n", "tool/pubspec.yaml": "name: tool\nversion: 6.4.0+27\n",
      "app/a.kt": "const val SDK_VERSION = \"6.5.1\"\n", "app/A.java": "static final String SDK_VERSION = \"6.5.1\";\n",
    ]
    #expect(
      try raised(files, tag: "6.5.1") == [
        "6.5.1", "CoolKit.podspec:2 6.5.1", "app/A.java:1 6.5.1", "app/a.kt:1 6.5.1", "app/lib/a.dart:1 6.5.1",
        "app/pubspec.yaml:2 6.5.1",
      ])
  }

  @Test("does not read what a build of Flutter writes")
  func generated() throws {
    let name = "\"$(FLUTTER_BUILD_NAME)\""
    var settings = XcodeFixture.Settings()
    settings.app = ("MARKETING_VERSION = \(name);", "MARKETING_VERSION = \(name);")
    (settings.appBase, settings.widget) = ("baseConfigurationReference = A2;", ("", ""))
    let files = [
      "pubspec.yaml": "name: app\nversion: 1.6.0\n",
      "ios/App.xcodeproj/project.pbxproj": XcodeFixture.project(settings),
      "ios/Config/App.xcconfig": "#include \"../Flutter/Generated.xcconfig\"\n",
      "ios/Flutter/Generated.xcconfig": "FLUTTER_BUILD_NAME=1.5.1\n",
      "macos/Flutter/ephemeral/Cool.xcconfig": "MARKETING_VERSION=1.5.1\n",
    ]
    #expect(try raised(files) == ["1.6.0", "pubspec.yaml:2 1.6.0"])
  }

  @Test("raises requirements on packages of Dart in the repository, not those that equal the version by chance")
  func dartRequirements() throws {
    let own = "name: cool\nversion: 6.5.1\ndependencies:\n  cool_core: ^6.5.1\n  other: ^6.5.1\n"
    let files = [
      "pubspec.yaml": own, "cool_core/pubspec.yaml": "name: cool_core\nversion: 6.5.1\n",
      "cool_ui/pubspec.yaml": "name: cool_ui\nversion: 6.5.1\ndev_dependencies:\n  cool: 6.5.1\n  tool: ^6.5.1\n",
    ]
    #expect(
      try raised(files, tag: "6.5.1") == [
        "6.5.1", "pubspec.yaml:2 6.5.1", "cool_core/pubspec.yaml:2 6.5.1", "cool_ui/pubspec.yaml:2 6.5.1",
        "cool_ui/pubspec.yaml:4 6.5.1", "pubspec.yaml:4 6.5.1",
      ])
  }

  @Test("raises the version in the description of a Debian package")
  func debian() throws {
    let control = "Package: com.cool.kit\nVersion: 6.5.1\nDepends: mobilesubstrate (>= 6.5.1)\n"
    let files = ["CoolKit.podspec": Self.podspec("6.5.1"), "layout/DEBIAN/control": control]
    #expect(try raised(files, tag: "6.5.1") == ["6.5.1", "CoolKit.podspec:2 6.5.1", "layout/DEBIAN/control:2 6.5.1"])
  }

  @Test("raises the version of an Android app in Groovy, not that of a tool")
  func gradle() throws {
    let gradle = "android {\n  versionCode 7\n  versionName \"6.5.1\"\n  ndkToolsVersion \"6.5.1\"\n}\n"
    let files = ["android/app/build.gradle": gradle, "CoolKit.podspec": Self.podspec("6.5.1")]
    #expect(
      try raised(files, tag: "6.5.1") == ["6.5.1", "CoolKit.podspec:2 6.5.1", "android/app/build.gradle:3 6.5.1"])
  }

  @Test("raises the runtime version of Expo for Apple and Android, and a version with a `v` in a package.json")
  func runtimeVersions() throws {
    let files = [
      "CoolKit.podspec": Self.podspec("6.5.1"),
      "app/Expo.plist": "<plist><dict>\n<key>EXUpdatesRuntimeVersion</key>\n<string>6.5.1</string>\n</dict></plist>\n",
      "app/package.json": "{\n  \"version\": \"v6.5.1\",\n  \"dependencies\": {\"cool-version\": \"v6.5.1\"}\n}\n",
      "app/res/values/strings.xml": "<resources>\n  <string name=\"expo_runtime_version\">6.5.1</string>\n"
        + "  <string name=\"minimum_version\">6.5.1</string>\n  <string name=\"hint\">6.5.1</string>\n</resources>\n",
      "app/feed.xml": "<rss><string name=\"version\">6.5.1</string></rss>\n",
    ]
    #expect(
      try raised(files, tag: "6.5.1") == [
        "6.5.1", "CoolKit.podspec:2 6.5.1", "app/Expo.plist:3 6.5.1", "app/package.json:2 6.5.1",
        "app/res/values/strings.xml:2 6.5.1",
      ])
  }

  @Test("raises a marked line only with the version as a number of its own")
  func marked() throws {
    let files = [
      "a.yml": "cool: 6.5.1 # x-release-please-version\ntool: 16.5.1 # x-release-please-version\n",
      "CoolKit.podspec": Self.podspec("6.5.1"),
    ]
    #expect(try raised(files, tag: "6.5.1") == ["6.5.1", "CoolKit.podspec:2 6.5.1", "a.yml:1 6.5.1"])
  }

  @Test("does not confuse the constant of another version with the product's")
  func constants() throws {
    #expect(try raised(["Sources/CoolKit/Constants.swift": "let version = \"5.0\"\n"], tag: "1.8.2") == ["1.8.2"])
  }

  @Test("raises only exact and compatible dependencies on pods in the same folder")
  func siblings() throws {
    let kit =
      "Pod::Spec.new do |s|\n  s.version = '6.8.0'\n  s.dependency 'Cool/Core', '6.8.0'\n"
      + "  s.dependency 'Other', '6.8.0'\n  s.dependency 'Cool', '~> 6.8'\n  s.dependency 'Cool', '>= 6.8'\nend\n"
    #expect(
      try raised(["CoolKit.podspec": kit, "Cool.podspec": Self.podspec("6.8.0")], tag: "6.8.0") == [
        "6.8.0", "Cool.podspec:2 6.8.0", "CoolKit.podspec:2 6.8.0", "CoolKit.podspec:3 6.8.0", "CoolKit.podspec:5 6.8",
      ])
  }

  @Test("raises the dependency of a pod in a folder on one in the folder above, and the snippet of that pod")
  func siblingsAbove() throws {
    let files = [
      "Kit/CoolKit.podspec":
        "Pod::Spec.new do |s|\n  s.version = '6.8.0'\n  s.ios.dependency 'Cool', '~> 6.8.0'\nend\n",
      "Kit/README.md": "pod 'CoolKit', '~> 6.8.0'\n", "Cool.podspec": Self.podspec("6.8.0"),
    ]
    #expect(
      try raised(files, tag: "6.8.0") == [
        "6.8.0", "Cool.podspec:2 6.8.0", "Kit/CoolKit.podspec:2 6.8.0", "Kit/CoolKit.podspec:3 6.8.0",
        "Kit/README.md:1 6.8.0",
      ])
  }

  @Test("raises the version in the configuration of an Expo app, and in no other script")
  func expo() throws {
    let script = "export default {\n  version: '6.5.1',\n}\n"
    let files = ["app.config.ts": script, "app.js": script, "CoolKit.podspec": Self.podspec("6.5.1")]
    #expect(try raised(files, tag: "6.5.1") == ["6.5.1", "CoolKit.podspec:2 6.5.1", "app.config.ts:2 6.5.1"])
  }

  @Test("raises the exact and compatible requirements on the packages of the repository")
  func scripts() throws {
    let files = [
      "packages/app/package.json": "{\"name\": \"@cool/app\", \"version\": \"6.5.1\"}\n",
      "packages/kit/package.json": """
      {
        "version": "6.5.1",
        "dependencies": {"@cool/app": "6.5.1", "other": "6.5.1"},
        "peerDependencies": {"@cool/app": ">=6.5.1"}
      }

      """,
      "tests-mac/package.json": "{\n  \"devDependencies\": {\n    \"@cool/kit\": \"^6.5.1\"\n  }\n}\n",
      "CoolKit.podspec": Self.podspec("6.5.1"),
    ]
    #expect(
      try raised(files, tag: "6.5.1") == [
        "6.5.1", "CoolKit.podspec:2 6.5.1", "packages/app/package.json:1 6.5.1", "packages/kit/package.json:2 6.5.1",
        "packages/kit/package.json:3 6.5.1", "tests-mac/package.json:3 6.5.1",
      ])
  }

  @Test(
    "keeps the last release in settings of Apple's tools while the version is a pre-release, and raises it with the next"
  )
  func settings() throws {
    let tags = ReleaseTags(newest: try Version("1.5.0-beta.1"), released: try Version("1.4.2"))
    let files = ["App.xcconfig": "MARKETING_VERSION = 1.4.2\n", "package.json": "{\"version\": \"1.5.0-beta.1\"}\n"]
    let survey = try survey(files, tags)
    let current = try #require(try survey.version())
    #expect(current.description == "1.5.0-beta.1")
    func raised(to version: String) throws -> [String] {
      try survey.edits(raising: current, to: Version(version), in: self.files(files)).edits.keys.map(\.string).sorted()
    }
    #expect(try raised(to: "1.5.0-beta.2") == ["package.json"])
    #expect(try raised(to: "1.5.0") == ["App.xcconfig", "package.json"])
  }

  @Test("keeps four numbers where Apple's tools expect three")
  func fourNumbers() throws {
    let files = ["App.xcconfig": "MARKETING_VERSION = 4.16.0.4\n"]
    let survey = try survey(files, ReleaseTags(newest: try Version("4.16.0.4"), released: try Version("4.16.0.4")))
    let edits = try survey.edits(raising: Version("4.16.0.4"), to: Version("4.16.0.5"), in: self.files(files)).edits
    #expect(edits.values.flatMap { $0 }.map(\.replacement) == ["4.16.0.5"])
    let usual = ["App.xcconfig": "MARKETING_VERSION = 4.16.0\n"]
    let other = try self.survey(usual, ReleaseTags(newest: try Version("4.16.0"), released: try Version("4.16.0")))
    #expect(throws: AppleVersionError.self) {
      try other.edits(raising: Version("4.16.0"), to: Version("4.16.0.1"), in: self.files(usual))
    }
  }

  @Test("finds a snippet with the last release, although a pre-release came after it")
  func lastRelease() throws {
    let tags = ReleaseTags(
      newest: try Version("1.5.0-beta.2"), releases: try ["1.4.0", "1.5.0-beta.1"].map { try Version($0) })
    let files = ["CoolKit.podspec": Self.podspec("1.5.0-beta.2"), "Guide.md": "pod 'CoolKit', '1.4.0'\n"]
    let sites = try survey(files, tags).readings.flatMap(\.sites).filter { $0.place.path == "Guide.md" }
    #expect(sites.filter { $0.role == .copy && $0.audience == .dependents }.map(\.value) == ["1.4.0"])
  }

  @Test("raises a whole exact dependency, and as many numbers of a compatible one as it has")
  func shortSiblings() throws {
    let kit = "s.version = '6.8.0'\ns.dependency 'Cool', '6.8'\ns.dependency 'Cool', '~> 6.8'\n"
    let files = ["CoolKit.podspec": kit, "Cool.podspec": Self.podspec("6.8.0")]
    let version = try Version("6.8.0")
    let sites = try survey(files, ReleaseTags(newest: version, released: version)).readings.flatMap(\.sites)
    #expect(sites.filter { $0.value == "6.8" }.map { $0.pieces.map(\.part) } == [[.whole], [.leading(2)]])
  }

  @Test("raises them in JSON, too, for pods in JSON or Ruby")
  func siblingsInJSON() throws {
    let kit = """
      {
        "version": "6.8.0",
        "dependencies": {
          "Cool": ["~> 6.8.0"],
          "Other": "6.8.0"
        },
        "subspecs": [{ "dependencies": { "CoolSockets/Core": "6.8.0" } }]
      }
      """
    let files = [
      "CoolKit.podspec.json": kit, "Cool.podspec": Self.podspec("6.8.0"),
      "CoolSockets.podspec.json": "{ \"version\": \"6.8.0\" }",
    ]
    #expect(
      try raised(files, tag: "6.8.0") == [
        "6.8.0", "Cool.podspec:2 6.8.0", "CoolKit.podspec.json:2 6.8.0", "CoolKit.podspec.json:4 6.8.0",
        "CoolKit.podspec.json:7 6.8.0", "CoolSockets.podspec.json:1 6.8.0",
      ])
  }

  @Test("keeps the 1.0 of Xcode's template beside a 1.0.0, and raises the 1.0 of a project without other values")
  func template() throws {
    var settings = XcodeFixture.Settings()
    settings.app = ("MARKETING_VERSION = 1.0;", "MARKETING_VERSION = 1.0;")
    settings.widget = ("", "")
    settings.tests = ("", "")
    let project = ["CoolApp.xcodeproj/project.pbxproj": XcodeFixture.project(settings)]
    let files = project.merging(["CoolKit.podspec": Self.podspec("1.0.0")]) { $1 }
    #expect(try raised(files, tag: "1.0.0") == ["1.0.0", "CoolKit.podspec:2 1.0.0"])
    #expect(try raised(project, tag: "1.0.0").count == 3)
  }
}
