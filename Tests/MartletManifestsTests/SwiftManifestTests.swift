import MartletManifests
import TestSupport
import Testing

@Suite("A Swift manifest")
struct SwiftManifestTests {
  private let manifest = SwiftManifest(path: "Sources/CoolKit/Version.swift")

  @Test(
    "finds the version in every form of declaration",
    arguments: [
      #"let version = "1.4.2""#, #"public static let version: String = "1.4.2""#,
      #"@TaskLocal public static var version: String! = "1.4.2""#, #"let version = Version("1.4.2")"#,
      #"let version = SemanticVersion(1, 4, 2)"#, #"let version = CoolVersion(value: SemanticVersion(1, 4, 2))"#,
      #"let version = CoolVersion(major: 1, minor: 4, patch: 2)"#,
      "enum Version {\n  static let major = 1\n  static let minor: Int = 4\n  static let patch = 2\n}",
      "struct CoolKitVersion {\n  let major = 1, x = 2\n  let minor = 4\n  let revision = 2\n}",
      #"static var version: String { "1.4.2" }"#, "var version: String {\n  return \"1.4.2\"\n}",
      "var version: String { get { \"1.4.2\" } }", #"func version() -> String { "1.4.2" }"#, #"print("1.4.2")"#,
      "CommandConfiguration(\n  abstract: \"2.0.0\",\n  version: \"1.4.2\")", #"let CoolKitVersion = "1.4.2""#,
      "let VERSION = #\"1.4.2\"#", #"enum Version { static let coolKit = "1.4.2" }"#,
    ])
  func forms(text: String) throws {
    let sites = try manifest.sites(in: text)
    #expect(sites.map(\.value) == ["1.4.2"])
    let expected =
      text.contains("1.4.2")
      ? text.replacing("1.4.2", with: "1.5.3")
      : text.replacing("4", with: "5").replacing(" 2", with: " 3").replacing("x = 3", with: "x = 2")
    #expect(try manifest.text(text, saying: "1.5.3") == expected)
  }

  @Test(
    "writes a labelled pre-release, and removes it with its comma",
    arguments: [
      ("1.3.0", "V(major: 1, minor: 3, patch: 0)"), ("1.4.0-beta", "V(major: 1, minor: 4, patch: 0, suffix: \"beta\")"),
    ])
  func suffix(version: String, expected: String) throws {
    let text = "let version = V(major: 1, minor: 3, patch: 0, suffix: \"dev\")"
    #expect(try manifest.found(in: text) == ["version 1.3.0-dev version"])
    #expect(try manifest.text(text, saying: version) == "let version = \(expected)")
  }

  @Test("refuses a pre-release if the version is written as numbers")
  func noRoom() throws {
    let site = try #require(try manifest.sites(in: "let version = V(1, 4, 2)").first)
    #expect(
      throws: ManifestError.doesNotFit("2.0.0-beta.1", site: "1.4.2", place: site.place)
    ) { try site.edits(toHold: "2.0.0-beta.1") }
  }

  @Test(
    "includes only names of the product's version",
    arguments: [
      "cacheVersion", "minimumVersion", "swiftVersion", "schemaVersion", "apiVersion", "coreVersion", "versionPattern",
      "gradlePluginVersion", "minimumSupportedVersion", "httpVersion", "osVersion", "dbVersion", "previousVersion",
    ])
  func decoys(name: String) throws {
    let text = "let \(name) = \"9.9.9\"\nlet version = \"1.4.2\"\n"
    #expect(try manifest.found(in: text) == ["version 1.4.2 version"])
  }

  @Test(
    "includes the names of the product with a version",
    arguments: [
      "version", "VERSION", "currentVersion", "appVersion", "versionString", "marketingVersion", "CoolKitVersion",
      "coolKitVersionString", "CoolToolVersion", "cool_tool_version",
    ])
  func claims(name: String) throws {
    let manifest = SwiftManifest(path: "Sources/CoolKit/A.swift", products: ["cool-tool"])
    #expect(try manifest.found(in: "let other = \"9.9\"\nlet \(name) = \"1.4.2\"\n") == ["version 1.4.2 \(name)"])
  }

  @Test("finds a declaration by its name, or the only one")
  func names() throws {
    let text = "enum A {\n  static let x = \"1.4.2\"\n  static let y = \"0.1.0\"\n}\n"
    let path = manifest.path
    #expect(try SwiftManifest(path: path, name: "A.x").found(in: text) == ["version 1.4.2 A.x"])
    #expect(try SwiftManifest(path: path, name: "y").found(in: text) == ["version 0.1.0 A.y"])
    #expect(try SwiftManifest(path: path, name: "print").found(in: "print(\"main\")") == ["version main print"])
    #expect(try manifest.found(in: "let anything = \"1.4.2\"") == ["version 1.4.2 anything"])
    #expect(
      SwiftManifest(path: path, name: "z").complaint(in: text)
        == "error: no declaration `z` in `Sources/CoolKit/Version.swift`, expected one of `A.x`, `A.y`")
    #expect(
      manifest.complaint(in: text)
        == "error: found several declarations in `Sources/CoolKit/Version.swift`, expected `name` to be one of `A.x`, `A.y`\nhint: add `name: A.x`"
    )
  }

  @Test(
    "ignores comments, other strings and local variables of functions",
    arguments: [
      #"// let version = "1.0.0""#, #"/* let version = "1.0.0" */"#, ##"let text = #"let version = "1.0.0""#"##,
      #"let version = V(major: 1, minor: 0, patch: 0, 0suffix: "dev")"#,
      #"func f() { let version = "1.0.0" }"#, "let version = Bundle.main.version", #"let version = "\(major).0""#,
      #"let version = isTesting ? "0.0.0" : _version"#, #"let version = current("1.0.0")"#,
      #"let version = CoolVersion(isTesting ? "x" : "1.0.0")"#, #"let version = "1.0.0" + suffix"#,
      #"let version = ("1.0.0", "2.0.0")"#, #"let version = flag ? "1.0.0" : "2.0.0""#,
      "let version = \"\"\"\n1.0.0\n2.0.0\n\"\"\"",
      #"let version: String"#, #"let version = V(1, 2, three)"#,
    ])
  func others(text: String) throws {
    let manifest = SwiftManifest(path: "Sources/CoolKit/Other.swift")
    #expect(try manifest.found(in: "\(text)\nlet appVersion = \"1.4.2\"") == ["version 1.4.2 appVersion"])
  }

  @Test("of Tuist has build settings and Info.plist values for Apple")
  func tuist() throws {
    let text = """
      let project = Project(settings: .settings(base: SettingsDictionary().marketingVersion("1.4.2").currentProjectVersion("7")),
        targets: [.target(infoPlist: .extendingDefault(with: [
          "CFBundleShortVersionString": "$(MARKETING_VERSION)", "CFBundleVersion": .string("7")]))])
      """
    let sites = try SwiftManifest(path: "Project.swift").sites(in: text)
    #expect(
      sites.map { "\($0.kind) \($0.audience) \($0.value) \($0.label)" } == [
        "version apple 1.4.2 marketingVersion", "build apple 7 currentProjectVersion", "build apple 7 CFBundleVersion",
      ])
  }
}
