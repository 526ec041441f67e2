import Manifests
import TestSupport
import Testing
import TextEditing

@Suite("An xcodeproj manifest")
struct XcodeprojManifestTests {
  private static func laws(
    _ settings: XcodeFixture.Settings = XcodeFixture.Settings(), _ others: (RelativePath, String)...,
    targets: [String]? = nil
  ) -> XcodeManifestLaws {
    let files = [("ios/CoolApp.xcodeproj/project.pbxproj", XcodeFixture.project(settings))] + others
    return XcodeManifestLaws(
      XcodeprojManifest(path: "ios/CoolApp.xcodeproj", targets: targets),
      files.map { SourceText(path: $0.0, text: $0.1) })
  }

  private static func lines(_ laws: XcodeManifestLaws) throws -> [String] {
    try laws.sites().map { "\($0.role) \($0.value) [\($0.label)]" }
  }

  @Test("finds the literals of all targets; the app's are the product's")
  func targetSettings() throws {
    let laws = Self.laws()
    #expect(
      try Self.lines(laws) == [
        "product 1.4.2 [target CoolApp, Debug]", "product 1.4.2 [target CoolApp, Release]",
        "bystander 1.4.2 [target Cool Widget, Debug]", "bystander 1.4.2 [target Cool Widget, Release]",
        "bystander 1.0 [target CoolTests, Debug]", "bystander 1.0 [target CoolTests, Release]",
      ])
    #expect(try laws.sites().allSatisfy { $0.audience == .apple && $0.kind == .version })
    #expect(try laws.sites()[0].place.description == "ios/CoolApp.xcodeproj/project.pbxproj:36:25")
    try laws.check()
  }

  @Test("tells a literal once that several targets take from the project")
  func projectSettings() throws {
    var settings = XcodeFixture.Settings()
    settings.project = ("", "CURRENT_PROJECT_VERSION = 7; \"MARKETING_VERSION\" = \"1.4.2\";")
    settings.app = ("MARKETING_VERSION = 1.5;", "CURRENT_PROJECT_VERSION = 8;")
    settings.widget = ("", "")
    settings.tests = ("MARKETING_VERSION = \"$(CI)\";", "MARKETING_VERSION = 1.0;")
    let laws = Self.laws(settings)
    #expect(
      try Self.lines(laws) == [
        "bystander 7 [target Cool Widget, Release and 2 more]",
        "product 1.4.2 [target CoolApp, Release and 2 more]", "bystander 1.5 [target CoolApp, Debug]",
        "product 8 [target CoolApp, Release]", "bystander 1.0 [target CoolTests, Release]",
      ])
    try laws.check()
  }

  @Test("keeps quotes, and adds them where Xcode would")
  func quotes() throws {
    var settings = XcodeFixture.Settings()
    settings.app = ("MARKETING_VERSION = 1.4.2;", "MARKETING_VERSION = '1.4.2';")
    let text = XcodeFixture.project(settings)
    let after = try Self.laws(settings).bumped { $0.role == .product ? "1.5.0-beta.1" : $0.value }
    let expected = text.replacing("= '1.4.2'", with: "= '1.5.0-beta.1'")
    let first = try #require(expected.firstRange(of: "= 1.4.2;"))
    #expect(
      String(decoding: after.sources[0].bytes, as: UTF8.self)
        == expected.replacingCharacters(in: first, with: "= \"1.5.0-beta.1\";"))
  }

  @Test("has conditional variants as sites of their own")
  func conditions() throws {
    var settings = XcodeFixture.Settings()
    let variants =
      "MARKETING_VERSION = 1.4.2; \"MARKETING_VERSION[sdk=macosx*]\" = 1.4.2; \"MARKETING_VERSION[arch=x]\" = 1.3; \"MARKETING_VERSION[config=Never]\" = 1.2;"
    settings.app = ("", variants)
    settings.widget = ("", "")
    settings.tests = ("", "")
    let laws = Self.laws(settings)
    #expect(
      try Self.lines(laws) == [
        "product 1.4.2 [target CoolApp, Release]", "product 1.4.2 [target CoolApp, Release[sdk=macosx*]]",
        "bystander 1.3 [target CoolApp, Release[arch=x]]", "bystander 1.2 [target CoolApp, Release[config=Never]]",
      ])
    try laws.check()
  }

  @Test(
    "follows base configurations, given as a file or as a folder with a path",
    arguments: [
      ("baseConfigurationReference = A2 /* App.xcconfig */;", "ios/Config/App.xcconfig"),
      ("baseConfigurationReference = A3;", "Shared/Version.xcconfig"),
      (
        "baseConfigurationReferenceAnchor = B2; baseConfigurationReferenceRelativePath = Deep/App.xcconfig;",
        "ios/Sync/Deep/App.xcconfig"
      ),
    ] as [(String, RelativePath)])
  func baseConfigurations(base: String, path: RelativePath) throws {
    var settings = XcodeFixture.Settings()
    settings.app = (
      "MARKETING_VERSION = \"$(VERSION_SHORT)\";", "MARKETING_VERSION = \"${MAJOR}.$(MINOR).0\"; MINOR = 9;"
    )
    settings.widget = ("", "")
    settings.tests = ("", "")
    settings.appBase = base
    let text = "#include \"More\"\nVERSION_SHORT = 2.0 // c\nMAJOR = 3\nMARKETING_VERSION = 0.1"
    let folder = path.string.dropLast(path.lastComponent.count)
    let more = try #require(RelativePath(folder + "More.xcconfig"))
    let laws = Self.laws(settings, (path, text), (more, "CURRENT_PROJECT_VERSION = 41\n"))
    #expect(
      try laws.sites().map(\.summary).sorted()
        == [
          "version product 3.9.0 [target CoolApp, Release] \(path):3 ios/CoolApp.xcodeproj/project.pbxproj:42 "
            + "ios/CoolApp.xcodeproj/project.pbxproj:42",
          "build product 41 [target CoolApp, Debug and 1 more] \(more):1",
          "version bystander 2.0 [target CoolApp, Debug] \(path):2",
          "version bystander 0.1 [target CoolApp, Debug] \(path):4",
        ].sorted())
    try laws.check()
  }

  private static func plist(_ version: String, _ build: String) -> String {
    """
    <plist version="1.0"><dict>
    <key>CFBundleShortVersionString</key><string>\(version)</string>
    <key>CFBundleVersion</key><string>\(build)</string>
    </dict></plist>
    """
  }

  @Test(
    "takes in the Info.plist that a setting names",
    arguments: [
      "App/Info.plist", "\"$(SRCROOT)/App/Info.plist\"",
      "\"$(PROJECT_DIR)/$(TARGET_NAME:default=x)/../App/Info.plist\"",
    ])
  func infoPlist(name: String) throws {
    var settings = XcodeFixture.Settings()
    settings.app = (
      "INFOPLIST_FILE = \(name); MARKETING_VERSION = 1.0;", "INFOPLIST_FILE = \(name); MARKETING_VERSION = 1.0;"
    )
    settings.widget = ("", "")
    settings.tests = ("", "")
    let laws = Self.laws(settings, ("ios/App/Info.plist", Self.plist("1.4.2", "$(CURRENT_PROJECT_VERSION)")))
    #expect(
      try laws.sites().map(\.summary) == [
        "version bystander 1.0 [target CoolApp, Debug] ios/CoolApp.xcodeproj/project.pbxproj:36",
        "version bystander 1.0 [target CoolApp, Release] ios/CoolApp.xcodeproj/project.pbxproj:42",
        "version product 1.4.2 [target CoolApp, Debug and 1 more] ios/App/Info.plist:2",
      ])
    try laws.check()
  }

  @Test("has no site in a binary Info.plist")
  func binaryInfoPlist() throws {
    var settings = XcodeFixture.Settings()
    settings.app = ("INFOPLIST_FILE = App/Info.plist;", "INFOPLIST_FILE = App/Info.plist;")
    settings.tests = ("", "")
    let laws = Self.laws(settings)
    let plist = SourceText(path: "ios/App/Info.plist", bytes: PlistManifestTests.binary)
    let files = MemoryFiles(laws.sources + [plist])
    #expect(try laws.manifest.versionSites(in: files).map(\.role) == [.bystander, .bystander])
    let mismatches = try XcodeprojManifest(path: "ios/CoolApp.xcodeproj").mismatches(in: files)
    #expect(mismatches.isEmpty)
  }

  @Test("leaves a literal of an Info.plist alone that a generated one overwrites")
  func generatedInfoPlist() throws {
    var settings = XcodeFixture.Settings()
    let own = "GENERATE_INFOPLIST_FILE = YES; INFOPLIST_FILE = App/Info.plist; MARKETING_VERSION = 1.4.2;"
    settings.app = (own, own)
    settings.widget = ("", "")
    settings.tests = ("", "")
    let laws = Self.laws(settings, ("ios/App/Info.plist", Self.plist("1.0", "3")))
    #expect(
      try Self.lines(laws) == [
        "product 1.4.2 [target CoolApp, Debug]", "product 1.4.2 [target CoolApp, Release]",
        "bystander 1.0 [target CoolApp, Debug]", "product 3 [target CoolApp, Debug and 1 more]",
      ])
  }

  @Test("follows what an Info.plist refers to")
  func referringInfoPlist() throws {
    var settings = XcodeFixture.Settings()
    let own = "INFOPLIST_FILE = App/Info.plist; VERSION_SHORT = 2.1; VERSION_LONG = 2.1.0.5;"
    settings.app = (own, own)
    settings.widget = ("", "")
    settings.tests = ("", "")
    let laws = Self.laws(settings, ("ios/App/Info.plist", Self.plist("${VERSION_SHORT}", "$(VERSION_LONG)")))
    #expect(
      try laws.sites().map(\.summary) == [
        "version product 2.1 [target CoolApp, Debug] ios/CoolApp.xcodeproj/project.pbxproj:36",
        "build product 2.1.0.5 [target CoolApp, Debug] ios/CoolApp.xcodeproj/project.pbxproj:36",
        "version product 2.1 [target CoolApp, Release] ios/CoolApp.xcodeproj/project.pbxproj:42",
        "build product 2.1.0.5 [target CoolApp, Release] ios/CoolApp.xcodeproj/project.pbxproj:42",
      ])
    try laws.check()
  }

  @Test("takes the named targets for the product, and no other")
  func namedTargets() throws {
    #expect(
      try Self.lines(Self.laws(targets: ["CoolTests", "Cool Widget"])).filter { $0.hasPrefix("product") } == [
        "product 1.4.2 [target Cool Widget, Debug]", "product 1.4.2 [target Cool Widget, Release]",
        "product 1.0 [target CoolTests, Debug]", "product 1.0 [target CoolTests, Release]",
      ])
    let error = try #require(throws: ManifestError.self) { try Self.laws(targets: ["CoolAp"]).sites() }
    #expect(
      error.diagnostics.map { $0.rendered() } == [
        """
        error: no target `CoolAp` in `ios/CoolApp.xcodeproj`, expected one of `CoolApp`, `Cool Widget`, `CoolTests`, `Lint`
        hint: did you mean `CoolApp`?
        """
      ])
  }

  @Test(
    "takes libraries for the product where there is no app but a sample",
    arguments: [("CoolApp", "framework"), ("CoolDemo", "application"), ("CoolApp", "bundle.ui-testing")])
  func mainTargets(name: String, type: String) throws {
    var settings = XcodeFixture.Settings()
    settings.appName = name
    settings.appType = type
    settings.widget = ("MARKETING_VERSION = 3.0;", "MARKETING_VERSION = 3.0;")
    let products = try Self.laws(settings).sites().filter { $0.role == .product }
    #expect(products.map(\.value) == (type == "framework" ? ["1.4.2", "1.4.2"] : ["3.0", "3.0"]))
  }

  @Test("does not let a configuration that is not released speak for the product")
  func configurations() throws {
    var settings = XcodeFixture.Settings()
    settings.app = ("MARKETING_VERSION = 0.0;", "MARKETING_VERSION = 1.4.2;")
    settings.widget = ("MARKETING_VERSION = 0.0;", "MARKETING_VERSION = 1.4.1; CURRENT_PROJECT_VERSION = 2;")
    let laws = Self.laws(settings)
    #expect(try laws.sites().filter { $0.role == .product }.map(\.value) == ["1.4.2"])
    let mismatches = try XcodeprojManifest(path: "ios/CoolApp.xcodeproj").mismatches(in: MemoryFiles(laws.sources))
    #expect(
      mismatches.map { $0.diagnostic(for: "ios/CoolApp.xcodeproj").rendered() } == [
        """
        error: version `1.4.1` of `Cool Widget` in `ios/CoolApp.xcodeproj` differs from `1.4.2` of `CoolApp`, which it comes \
        in, in configuration `Release`
        hint: let both take `MARKETING_VERSION` from one place
        """,
        "warning: version `0.0` of `CoolApp` in `ios/CoolApp.xcodeproj` in configuration `Debug` differs from `1.4.2` in `Release`",
        """
        warning: version `0.0` of `Cool Widget` in `ios/CoolApp.xcodeproj` in configuration `Debug` differs from `1.4.1` in \
        `Release`
        """,
      ])
    let same = Self.laws()
    #expect(try XcodeprojManifest(path: "ios/CoolApp.xcodeproj").mismatches(in: MemoryFiles(same.sources)).isEmpty)
  }

  @Test("keeps line ends, a byte order mark and invalid bytes", arguments: ["\r\n", "\r", "\n"])
  func encodings(end: String) throws {
    let text =
      "\u{FEFF}" + XcodeFixture.project().replacing("Begin section", with: "Begin ?").replacing("\n", with: end)
    var bytes = Array(text.utf8.dropLast(end.utf8.count))
    let invalid = try #require(bytes.firstIndex(of: "?", from: 0))
    bytes[invalid] = 0xFF
    let laws = XcodeManifestLaws(
      XcodeprojManifest(path: "A.xcodeproj"), [SourceText(path: "A.xcodeproj/project.pbxproj", bytes: bytes)])
    #expect(try laws.sites().map(\.place.line).prefix(2) == [36, 42])
    try laws.check()
  }

  private static let resave = "hint: open the project in Xcode and save it"

  @Test(
    "is refused in other forms",
    arguments: [
      ("", "error: `A.xcodeproj/project.pbxproj` is empty, expected a project as Xcode writes it\n" + resave),
      (
        "<?xml version=\"1.0\"?><plist/>",
        "error: `A.xcodeproj/project.pbxproj` is a property list in XML, expected one in OpenStep form as Xcode writes it\n"
          + resave
      ),
      (
        "bplist00",
        "error: `A.xcodeproj/project.pbxproj` is a binary property list, expected one in OpenStep form as Xcode writes it\n"
          + resave
      ),
      (
        "{\n  objects = {};\n}",
        "error: no project is found in this file\n --> A.xcodeproj/project.pbxproj:1:1\n  |\n1 | {\n  | ^\n" + resave
      ),
      (
        "{\n<<<<<<< HEAD\n a = 1;\n",
        """
        error: a merge conflict is not resolved here
         --> A.xcodeproj/project.pbxproj:2:1
          |
        2 | <<<<<<< HEAD
          | ^^^^^^^
        hint: resolve it, then run the command again
        """
      ),
      (
        "{\n a = (b c);\n}",
        """
        error: expected `,` or `)` after the value
         --> A.xcodeproj/project.pbxproj:2:9
          |
        2 |  a = (b c);
          |         ^
        """
      ),
    ])
  func otherForms(text: String, message: String) throws {
    let laws = XcodeManifestLaws(XcodeprojManifest(path: "A.xcodeproj"), ["A.xcodeproj/project.pbxproj": text])
    let error = try #require(throws: ManifestError.self) { try laws.sites() }
    #expect(error.diagnostics.map { $0.rendered() } == [message])
  }

  @Test("is missing when there is no project file")
  func missing() {
    #expect(throws: ManifestError.missing("A.xcodeproj", keyword: "xcodeproj")) {
      try XcodeprojManifest(path: "A.xcodeproj").versionSites(in: MemoryFiles([]))
    }
  }

  @Test("is read without a crash whatever its bytes are", arguments: 1...3 as ClosedRange<UInt64>)
  func hostileBytes(seed: UInt64) {
    var settings = XcodeFixture.Settings()
    settings.appBase = "baseConfigurationReference = A2;"
    Self.laws(settings, ("ios/Config/App.xcconfig", "A = 1")).survive(seed: seed, stride: 7)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    self[..<range.lowerBound] + other + self[range.upperBound...]
  }
}
