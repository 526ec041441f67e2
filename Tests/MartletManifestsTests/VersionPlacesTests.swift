import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("The places of a version")
struct VersionPlacesTests: ResolvingVersions {
  @Test(
    "finds the version in every form that declares it, wherever the file is",
    arguments: [
      ("Sources/Cool/Reporting.swift", "enum Consts {\n  static let sdkVersion = \"6.5.1\"\n}\n"),
      ("Sources/Cool/A.swift", "class func libVersion() -> String {\n  return \"6.5.1\"\n}\n"),
      ("Sources/Cool/B.swift", "struct AEM { static let versionString = \"6.5.1\" }\n"),
      ("Sources/Cool/C.swift", "struct C {\n  let mark = \"6.5.1\" // x-release-please-version\n}\n"),
      ("Cool/Info.plist", Self.plist("6.5.1")),
      ("scripts/docs.sh", "jazzy --module-version 6.5.1\n"),
      (".jazzy.yaml", "module_version: 6.5.1\n"),
      (".release-please-manifest.json", "{\n  \".\": \"6.5.1\"\n}\n"),
      ("Documentation/Install.md", ".package(url: \"https://github.com/cool/CoolKit\", from: \"6.5.1\")\n"),
      ("Package.swift", "let coolKitVersion = \"6.5.1\"\n"),
      ("README.md", "[API](https://swiftpackageindex.com/cool/CoolKit/6.5.1/documentation/coolkit)\n"),
      ("Documentation/Cartfile.md", "github \"cool/CoolKit\" \"6.5.1\"\n"),
      ("Sources/Cool/D.swift", "let sdkVersion = \"\"\"\n  6.5.1\n  \"\"\"\n"),
      ("Sources/Cool/E.swift", "public let coolKitVersion = Version(\"6.5.1\")!\n"),
      ("Sources/Cool/F.swift", "var version: Version {\n  Version(\"6.5.1\")!\n}\n"),
      ("docs/install.rst", "    .package(url: \"https://github.com/cool/CoolKit\", from: \"6.5.1\"),\n"),
      ("Examples/Demo/Cartfile", "github \"cool/CoolKit\" \"6.5.1\"\n"),
      ("Examples/Demo/Package.swift", ".package(url: \"https://github.com/cool/CoolKit\", exact: \"6.5.1\")\n"),
      ("README.md", "# Cool\n## Current version 6.5.1\n"),
      ("README.md", "## CoolKit Version 6.5.1\n"),
      ("README.md", "**Latest release:** `6.5.1`\n"),
      ("README.md", "**Latest**: [notes](https://github.com/cool/CoolKit/releases/tag/6.5.1)\n"),
      ("README.md", "[![Release](badge.svg)](https://github.com/cool/CoolKit/releases/tag/6.5.1)\n"),
      ("README.md", "<a href=\"https://github.com/cool/CoolKit/tree/6.5.1\">\n  <img src=\"badge.svg\"></a>\n"),
      ("README.md", "<!-- x-release-please-start-version -->\nGet 6.5.1!\n<!-- x-release-please-end -->\n"),
      ("Cargo.toml", "[package]\nname = \"cool\"\nversion = \"6.5.1\"\n"),
      (".codegen.json", "{ \"engineHash\": \"e3\", \"version\": \"6.5.1\" }\n"),
      ("build.gradle", "version = '6.5.1'\n"),
      ("CMakeLists.txt", "project(${PROJECT} VERSION 6.5.1 LANGUAGES CXX)\n"),
      ("CITATION.cff", "version: 6.5.1\n"),
      ("lib/cool.rb", "VERSION = '6.5.1'.freeze\n"),
      ("cool.py", "__version__ = \"6.5.1\"\n"),
      ("Sources/Cool/G.swift", "struct Facts {\n  static let versionSDK = \"6.5.1\"\n}\n"),
      (
        "Sources/Cool/H.swift",
        "static let VERSION: String = {\n  #if os(Linux)\n  return \"6.5.1\"\n  #else\n  return found ?? \"none\"\n  #endif\n}()\n"
      ),
      ("Sources/Cool/I.swift", "var version: String {\n  if let own { return own }\n  return \"6.5.1\"\n}\n"),
      ("README.md", "![](https://img.shields.io/static/v1?label=pod&message=v6.5.1&color=blue)\n"),
      ("README.md", "![](https://img.shields.io/badge/Latest%20release-6.5.1-blue)\n"),
      ("README.md", "[![Docs](https://cool.github.io/CoolKit/6.5.1/badge.svg)](https://cool.github.io/CoolKit/)\n"),
      ("README.md", "github \"cool/CoolKit\" -> 6.5.1\n"),
      ("README.md", "Run `mint install cool/CoolKit@v6.5.1`.\n"),
      ("Makefile", "prefix ?= /usr/local\nversion ?= 6.5.1\n"),
      ("Cool/Cool.m", "static NSString *const kCoolKitVersion = @\"6.5.1\";\n"),
      ("Cool/Cool.h", "#define COOL_KIT_VERSION_STRING @\"6.5.1\"\n"),
      ("Cool/Cool.c", "const char cool_kit_version[] = \"6.5.1\";\n"),
      ("A.xcconfig", "COOLKIT_VERSION = 6.5.1\n"),
      (".env", "COOLKIT_SDK_VERSION=6.5.1\n"),
      ("config.xml", "<?xml version=\"1.0\"?>\n<widget id=\"a\" version=\"6.5.1\" xmlns=\"b\">\n</widget>\n"),
      ("res/values/strings.xml", "<resources>\n  <string name=\"app_version\">6.5.1</string>\n</resources>\n"),
      ("init.lua", "cool.mark = \"6.5.1\" -- x-release-please-version\n"),
      ("Dockerfile", "FROM swift\nLABEL v=6.5.1 # x-release-please-version\n"),
      ("app/build.gradle", "android {\n  versionName \"6.5.1\"\n}\n"),
      ("app/lib/a.dart", "const String sdkVersion = 'v6.5.1';\n"),
    ])
  func forms(path: String, text: String) throws {
    let line = text.prefix(upTo: try #require(text.firstRange(of: "6.5.1")).lowerBound).count { $0 == "\n" } + 1
    #expect(try raised([path: text], tag: "6.5.1") == ["6.5.1", "\(path):\(line) 6.5.1"])
  }

  @Test(
    "finds install snippets with the address in the source of a pod: the repository may have had another owner",
    arguments: [
      ("CoolKit.podspec", "Pod::Spec.new do |s|\n  s.source = { :git => 'https://github.com/older/Kit.git' }\nend\n"),
      ("CoolKit.podspec", "Pod::Spec.new do |s|\n  s.source = { git: \"git@github.com:older/Kit.git\" }\nend\n"),
      ("CoolKit.podspec.json", "{ \"source\": { \"git\": \"https://github.com/older/Kit\" } }\n"),
    ])
  func formerOwner(path: String, podspec: String) throws {
    let readme = "github \"older/Kit\" ~> 6.5.1\ngithub \"older/Other\" ~> 6.5.1\n"
    #expect(try raised(["README.md": readme, path: podspec], tag: "6.5.1") == ["6.5.1", "README.md:1 6.5.1"])
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
      ("Sources/Cool/A.swift", "#Preview {\n  HelperView(version: AppVersion(version: \"6.5.1\"))\n}\n"),
      ("Sources/Cool/A.swift", "struct A: PreviewProvider {\n  static var a: B {\n    B(version: \"6.5.1\")\n  }\n}\n"),
      ("Sources/Cool/A.swift", "@available(*, deprecated, message: \"since 6.5.1\")\n"),
      ("Cool/Cool.h", "#define COOL_MINIMUM_VERSION @\"6.5.1\"\n"),
      ("Cool/Cool.m", "if (version == @\"6.5.1\") {\n"),
      ("Cool/Cool.m", "call(version = \"6.5.1\")\n"), ("Cool/Cool.m", "[kit set:isOld?version:@\"6.5.1\"];\n"),
      ("Cool/Cool.m", "NSString *version = @\"6.5.1\" @\"-rc\";\n"), ("Cool/Cool.m", "int v = 16.5.1;\n"),
      ("MODULE.bazel", "bazel_dep(\n    name = \"rules_swift\",\n    version = \"6.5.1\",\n)\n"),
      ("Config.xcconfig", "SWIFT_VERSION = 6.5.1\nDYLIB_COMPATIBILITY_VERSION = 6.5.1\n"),
      ("CHANGELOG.md", "pod 'CoolKit', '6.5.1'\n"), ("README.md", "Requires 6.5.1\n"),
      (
        "Cool/Info.plist",
        "<plist><dict>\n<key>CFBundleVersion</key><string>29</string>\n<key>MinimumOSVersion</key><string>6.5.1</string>\n</dict></plist>\n"
      ),
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
        "```\nurl: \"https://github.com/cool/CoolKit/releases/download/6.5.1/Cool.zip\",\nchecksum: \"85f1ee6a3b6f8a3e0d4d3e8d1c9f1a5f\"\n```\n"
      ), ("README.md", "## CoolKit Version 6.5.1\n\n* new\n\n## CoolKit Version 6.5.0\n"),
      ("README.md", "## Version 6.5.1\n\n* new\n"), ("README.md", "What is new in CoolKit Version 6.5.1\n"),
      ("Examples/Demo/Podfile", "pod 'Other', '6.5.1'\n"),
      (".jazzy.yaml", "x: https://github.com/other/CoolKit/tree/6.5.1/\n"),
      ("Sources/Cool/A.swift", "store.migrate(old, version: \"6.5.1\")\n"),
      ("Sources/Cool/A.swift", "deprecated(\n  in: kit,\n  version: \"6.5.1\")\n"),
      ("Sources/Cool/A.swift", "Item.package(url: \"https://example.com/x/y\", version: \"6.5.1\")\n"),
      ("Sources/Cool/A.swift", "f(isNew ? version : \"6.5.1\")\n"),
      ("Sources/Cool/A.swift", "let name = \"OtherKit 6.5.1\"\n"),
      ("Sources/Cool/A.swift", "warn(\"CoolKit 6.5.1 is required\")\n"),
      ("Sources/Cool/A.swift", "var version: String {\n  if old { return \"6.0.0\" }\n  return \"6.5.1\"\n}\n"),
      ("Cargo.toml", "[dependencies.other]\nversion = \"6.5.1\"\n"),
      ("package-lock.json", "{ \"version\": \"6.5.1\" }\n"),
      ("apps.json", "{ \"apps\": [{ \"version\": \"6.5.1\" }] }\n"),
      ("api.json", "{ \"openapi\": \"3.0.1\", \"info\": { \"title\": \"API\", \"version\": \"6.5.1\" } }\n"),
      ("api.yaml", "openapi: 3.1.0\ninfo:\n  version: 6.5.1\n"),
      ("data.json", "{ \"schemaVersion\": \"6.5.1\" }\n"), ("ci.yml", "swiftlint: 6.5.1\nxcode_version: 6.5.1\n"),
      ("Tests/expected.txt", "6.5.1\n"), ("notes.txt", "6.5.1\nand more\n"),
      ("README.md", "![](https://img.shields.io/badge/swift-6.5.1-orange)\n"),
      ("README.md", "![](https://img.shields.io/static/v1?label=swift&message=6.5.1&color=blue)\n"),
      ("README.md", "[API](https://other.github.io/CoolKit/6.5.1/)\n"),
      ("README.md", "Choose **Up to Next Major Version** of `other/6.5.1`.\n"),
      ("README.md", "Other Kit: 6.5.1 - see the notes.\n"), ("README.md", "Cool Kit: 6.5.1 and later do.\n"),
      ("README.md", "github \"other/CoolKit\" -> 6.5.1\n"),
      ("README.md", "pod 'OtherKit', :git => 'https://github.com/other/Kit.git', :tag => '6.5.1'\n"),
    ])
  func decoys(path: String, text: String) throws {
    #expect(try raised([path: text], tag: "6.5.1") == ["6.5.1"])
  }
}
