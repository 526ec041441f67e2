import MartletCore
import MartletManifests
import TestSupport
import Testing

/// A place with the name of a version is raised or named: cases of real repositories, reduced.
@Suite("The named places of a version")
struct NamedPlacesTests: ResolvingVersions {
  @Test("are not raised if the name is that of something else, such as a dependency with the same version")
  func dependencies() throws {
    let properties = "VERSION_NAME=1.4.2\nkotlin.version=1.4.2\nagp.version=1.4.2\nktorVersion=1.4.2\n"
    let texts = ["Config.xcconfig": "MARKETING_VERSION = 1.4.2\n", "gradle.properties": properties]
    #expect(try raised(texts, tag: "1.4.2") == ["1.4.2", "Config.xcconfig:1 1.4.2", "gradle.properties:1 1.4.2"])
    let others = (2...4).map { "gradle.properties:\($0) 1.4.2" }
    #expect(try named(texts, tag: "1.4.2") == others)
    let variables = ["a.sh": "SWIFTLINT_VERSION=1.4.2\nCOOLKIT_VERSION=1.4.2\n"]
    #expect(try raised(variables, tag: "1.4.2") == ["1.4.2", "a.sh:2 1.4.2"])
    #expect(try named(variables, tag: "1.4.2") == ["a.sh:1 1.4.2"])
  }

  @Test("are not raised below a key of something else, or in a list")
  func keys() throws {
    let texts = [
      "app.json": "{\n  \"expo\": {\n    \"version\": \"6.5.1\",\n    \"plugin\": {\n      \"version\": \"6.5.1\"}}}\n",
      "apps.json": "{ \"apps\": [{ \"version\": \"6.5.1\" }] }\n",
      "chart.yaml": "version: 6.5.1\nimage:\n  version: 6.5.1\n",
    ]
    #expect(try raised(texts, tag: "6.5.1") == ["6.5.1", "app.json:3 6.5.1", "chart.yaml:1 6.5.1"])
    #expect(
      try named(texts, tag: "6.5.1").sorted() == ["app.json:5 6.5.1", "apps.json:1 6.5.1", "chart.yaml:3 6.5.1"])
  }

  @Test("are raised in the first element of XML, and named in others")
  func elements() throws {
    let config =
      "<?xml version=\"1.0\"?>\n<widget version=\"1.7.0\" xmlns=\"x\">\n  <plugin spec=\"1.7.0\" version=\"1.7.0\"/>\n"
    let texts = ["package.json": "{\"version\": \"1.7.0\"}\n", "config.xml": config]
    #expect(try raised(texts, tag: "1.7.0") == ["1.7.0", "package.json:1 1.7.0", "config.xml:2 1.7.0"])
    #expect(try named(texts, tag: "1.7.0") == ["config.xml:3 1.7.0"])
    #expect(try named(["pom.xml": "<project>\n<version>1.7.0</version>\n"], tag: "1.7.0") == ["pom.xml:2 1.7.0"])
  }

  @Test("are named if the value is a common first version", arguments: ["1.0.0", "0.1.0", "1.0"])
  func initial(version: String) throws {
    let texts = [
      "VERSION": "\(version)\n", "app.json": "{ \"expo\": { \"version\": \"\(version)\" } }\n",
      "android/app/build.gradle": "android {\n  versionName \"\(version)\"\n}\n",
      "config.xml": "<?xml version=\"1.0\"?>\n",
    ]
    #expect(try raised(texts, tag: version) == [version, "VERSION:1 \(version)"])
    #expect(
      try named(texts, tag: version).sorted() == ["android/app/build.gradle:2 \(version)", "app.json:1 \(version)"])
  }

  @Test("are named if they have another release")
  func stale() throws {
    let versions = try ["4.0.0", "4.0.1"].map { try Version($0) }
    let tags = ReleaseTags(newest: versions[1], released: versions[1], releases: versions + [try Version("4.1.0")])
    func left(_ texts: [String: String]) throws -> [String] {
      try survey(texts, tags).edits(raising: versions[1], to: Version("4.0.2"), in: files(texts)).left.map {
        "\($0.place.path):\($0.place.line) \($0.value)"
      }
    }
    let main = "let cli = CLI(name: \"cool\", version: \"4.0.0\", description: \"Greets\")\n"
    #expect(try left(["Sources/cool/main.swift": main]) == ["Sources/cool/main.swift:1 4.0.0"])
    let printed = "struct VersionOptions {\n  func validate() {\n    print(\"4.0.0\")\n  }\n}\n"
    #expect(try left(["Sources/cool/VersionOptions.swift": printed]) == ["Sources/cool/VersionOptions.swift:3 4.0.0"])
    #expect(try left(["Sources/cool/Greeting.swift": printed]) == [])
    #expect(try left(["a.sh": "SWIFTLINT_VERSION=4.0.0\n"]) == [])
    // The tag of a branch that was merged as one commit.
    #expect(try left(["sdk-version.txt": "4.1.0\n"]) == ["sdk-version.txt:1 4.1.0"])
  }

  @Test("are named in quotes, whatever their names are", arguments: ["1.4.2", "1.0.0"])
  func literals(version: String) throws {
    let texts = [
      "a.swift": "enum Version: String {\n  case sdk = \"\(version)\"\n}\n",
      "b.m": "+ (NSString *)sdk {\n  return @\"\(version)\";\n}\n// Accept: \"\(version)\"\n",
      "c.kt": "headers[\"X-Kit\"] = 'v\(version)'\nval agent = \"Kit/\(version)\"\n",
      "Tests/a.swift": "check(\"\(version)\")\n", "README.md": "\"\(version)\"\n",
      "d.swift": "func send() {\n  let sdkVersion = \"\(version)\"\n}\n",
    ]
    #expect(try raised(texts, tag: version) == [version])
    // A common first version occurs by chance.
    #expect(
      try named(texts, tag: version).sorted()
        == (version == "1.0.0" ? [] : ["a.swift:2 1.4.2", "b.m:2 1.4.2", "c.kt:1 1.4.2", "d.swift:2 1.4.2"]))
  }

  @Test("are named if they are arguments: these may be about anything")
  func arguments() throws {
    let texts = [
      "a.swift": "register(.cool, version: \"6.5.1\")\n", "MODULE.bazel": "bazel_dep(\n  version = \"6.5.1\",\n)\n",
      "b.m": "[kit registerName:@\"Cool\" version:@\"6.5.1\"];\n",
    ]
    #expect(try raised(texts, tag: "6.5.1") == ["6.5.1"])
    #expect(try named(texts, tag: "6.5.1").sorted() == ["MODULE.bazel:2 6.5.1", "a.swift:1 6.5.1", "b.m:1 6.5.1"])
  }

  @Test(
    "are named in a block with a checksum, a date, a size or a signature: that belongs to one release",
    arguments: [
      "\"sha256\": \"85f1ee6a3b6f8a3e0d4d3e8d1c9f1a5f7b1f0c2d4e6a8b0c1d3e5f7092a4c6e8\"", "\"date\": \"2026-01-03\"",
      "\"size\": 723123",
    ])
  func release(entry: String) throws {
    let text = "{\n  \"package\": {\n    \"version\": \"2.7.9\",\n    \(entry)\n  }\n}\n"
    #expect(try raised(["a.json": text], tag: "2.7.9") == ["2.7.9"])
    #expect(try named(["a.json": text], tag: "2.7.9") == ["a.json:3 2.7.9"])
    let apart = "{\n  \"package\": {\n    \"version\": \"2.7.9\"\n  },\n  \"other\": {\n    \(entry)\n  }\n}\n"
    #expect(try raised(["a.json": apart], tag: "2.7.9") == ["2.7.9", "a.json:3 2.7.9"])
  }

  @Test("are named in a Package.swift with a checksum, and raised in another one")
  func packageDescription() throws {
    let version = "let version = \"1.2.0\"\n\nlet package = Package(name: \"CoolKit\")\n"
    #expect(try raised(["Package.swift": version], tag: "1.2.0") == ["1.2.0", "Package.swift:1 1.2.0"])
    let checksum = version + "\nlet checksum = \"85f1ee6a3b6f8a3e0d4d3e8d1c9f1a5f7b1f0c2d4e6a8b0c1d3e5f7092a4c6e8\"\n"
    #expect(try raised(["Package.swift": checksum], tag: "1.2.0") == ["1.2.0"])
    #expect(try named(["Package.swift": checksum], tag: "1.2.0") == ["Package.swift:1 1.2.0"])
  }

  @Test("are named where the version is in the line again: half of it would be wrong")
  func halves() throws {
    #expect(try raised(["a.sh": "VERSION=1.4.2 # v1.4.2\n"], tag: "1.4.2") == ["1.4.2"])
    let marked = "get(\"a/1.4.2/1.4.2/cool-1.4.2.zip\") -- x-release-please-version\n"
    #expect(try raised(["b.lua": marked], tag: "1.4.2") == ["1.4.2"])
  }

  @Test("are raised twice in a line with a marker")
  func markedLine() throws {
    let texts = ["b.lua": "get(\"1.4.2/cool-1.4.2.zip\") -- x-release-please-version\n"]
    #expect(try raised(texts, tag: "1.4.2") == ["1.4.2", "b.lua:1 1.4.2", "b.lua:1 1.4.2"])
    let edits = try survey(texts, tags("1.4.2")).edits(
      raising: Version("1.4.2"), to: Version("1.10.0"), in: files(texts)
    ).edits
    #expect(edits["b.lua"]?.map(\.replacement) == ["1.10.0", "1.10.0"])
  }

  @Test("have no half of an address raised in a README")
  func halfAddress() throws {
    let address = "https://github.com/cool/CoolKit/releases/download/v1.4.2"
    let half = "```sh\ncurl -LO \(address)/cool-1.4.2.zip\n```\n"
    #expect(try raised(["README.md": half], tag: "1.4.2") == ["1.4.2"])
    #expect(try named(["README.md": half], tag: "1.4.2") == ["README.md:2 1.4.2"])
    let whole = "```sh\ncurl -LO \(address)/cool.zip\n```\n"
    #expect(try raised(["README.md": whole], tag: "1.4.2") == ["1.4.2", "README.md:2 1.4.2"])
  }

  @Test("are raised in snippets with the names of all pods of the repository")
  func podsInFolders() throws {
    let texts = [
      "CoolKit.podspec": Self.podspec("6.5.1"), "Support/CocoaPods/CoolUI.podspec": Self.podspec("6.5.1"),
      "README.md": "pod 'CoolUI', '~> 6.5.1'\n",
    ]
    #expect(try raised(texts, tag: "6.5.1").contains("README.md:1 6.5.1"))
  }

  @Test("are not raised where a requirement is on another package")
  func requirements() throws {
    func package(_ address: String) -> [String: String] {
      ["Package.swift": ".package(url: \"https://github.com/\(address)\", exact: \"1.3.0\")\n"]
    }
    #expect(try raised(package("cool/io"), tag: "1.3.0") == ["1.3.0"])
    #expect(try raised(package("cool/CoolKit"), tag: "1.3.0") == ["1.3.0", "Package.swift:1 1.3.0"])
  }

  @Test("keep the last release while the version is a pre-release, and are raised with the next")
  func releases() throws {
    let tags = ReleaseTags(newest: try Version("1.5.0-beta.1"), released: try Version("1.4.2"))
    let texts = [
      "App.xcconfig": "MARKETING_VERSION = 1.4.2\n", "package.json": "{\"version\": \"1.5.0-beta.1\"}\n",
      "a.sh": "VERSION=1.4.2\n", "Guide.md": "pod 'CoolKit', '1.4.2'\n", "CoolKit.podspec": "s.version = x\n",
    ]
    let survey = try survey(texts, tags)
    let current = try #require(try survey.version())
    #expect(current.description == "1.5.0-beta.1")
    func raised(to version: String) throws -> [String] {
      try survey.edits(raising: current, to: Version(version), in: files(texts)).edits.keys.map(\.string).sorted()
    }
    #expect(try raised(to: "1.5.0-beta.2") == ["package.json"])
    #expect(try raised(to: "1.5.0") == ["App.xcconfig", "Guide.md", "a.sh", "package.json"])
  }

  @Test(
    "are not searched for in lists of releases",
    arguments: ["CHANGELOG.yml", "history.json", "releases.yml", "appcast.xml"])
  func histories(path: String) throws {
    #expect(try named([path: "version: 5.9.3\n"], tag: "5.9.3") == [])
    #expect(try raised(["tool.yml": "version: 5.9.3\n"], tag: "5.9.3").count == 2)
  }

  @Test("raise exact and compatible dependencies on pods of the repository, in Ruby and JSON")
  func pods() throws {
    let kit =
      "Pod::Spec.new do |s|\n  s.version = '6.8.0'\n  s.dependency 'Cool/Core', '6.8.0'\n"
      + "  s.dependency 'Other', '6.8.0'\n  s.dependency 'Cool', '~> 6.8'\n  s.dependency 'Cool', '>= 6.8'\nend\n"
    let json = "{\n  \"version\": \"6.8.0\",\n  \"dependencies\": {\"Cool\": [\"~> 6.8.0\"], \"Other\": \"6.8.0\"}\n}\n"
    #expect(
      try raised(
        ["CoolKit.podspec": kit, "CoolUI.podspec.json": json, "Cool.podspec": Self.podspec("6.8.0")], tag: "6.8.0") == [
          "6.8.0", "Cool.podspec:2 6.8.0", "CoolKit.podspec:2 6.8.0", "CoolKit.podspec:3 6.8.0",
          "CoolKit.podspec:5 6.8",
          "CoolUI.podspec.json:2 6.8.0", "CoolUI.podspec.json:3 6.8.0",
        ])
  }

  @Test("do not include what a build of Flutter writes")
  func generated() throws {
    let name = "\"$(FLUTTER_BUILD_NAME)\""
    var settings = XcodeFixture.Settings()
    settings.app = ("MARKETING_VERSION = \(name);", "MARKETING_VERSION = \(name);")
    (settings.appBase, settings.widget) = ("baseConfigurationReference = A2;", ("", ""))
    let texts = [
      "pubspec.yaml": "name: app\nversion: 1.6.0\n",
      "ios/App.xcodeproj/project.pbxproj": XcodeFixture.project(settings),
      "ios/Config/App.xcconfig": "#include \"../Flutter/Generated.xcconfig\"\n",
      "ios/Flutter/Generated.xcconfig": "FLUTTER_BUILD_NAME=1.5.1\n",
      "macos/Flutter/ephemeral/Cool.xcconfig": "MARKETING_VERSION=1.5.1\n",
    ]
    #expect(try raised(texts) == ["1.6.0", "pubspec.yaml:2 1.6.0"])
  }

  @Test("keep four numbers where Apple's tools expect three, and the 1.0 of Xcode's template beside a 1.0.0")
  func forms() throws {
    let four = ["App.xcconfig": "MARKETING_VERSION = 4.16.0.4\n"]
    let survey = try survey(four, tags("4.16.0.4"))
    let edits = try survey.edits(raising: Version("4.16.0.4"), to: Version("4.16.0.5"), in: files(four)).edits
    #expect(edits.values.flatMap { $0 }.map(\.replacement) == ["4.16.0.5"])
    var settings = XcodeFixture.Settings()
    settings.app = ("MARKETING_VERSION = 1.0;", "MARKETING_VERSION = 1.0;")
    (settings.widget, settings.tests) = (("", ""), ("", ""))
    let project = ["CoolApp.xcodeproj/project.pbxproj": XcodeFixture.project(settings)]
    let texts = project.merging(["CoolKit.podspec": Self.podspec("1.0.0")]) { $1 }
    #expect(try raised(texts, tag: "1.0.0") == ["1.0.0", "CoolKit.podspec:2 1.0.0"])
    #expect(try raised(project, tag: "1.0.0").count == 3)
  }
}
