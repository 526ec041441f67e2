import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("The Info.plist of an xcodeproj manifest")
struct XcodeprojInfoPlistTests {
  private static func plist(_ version: String, _ build: String) -> String {
    """
    <plist version="1.0"><dict>
    <key>CFBundleShortVersionString</key><string>\(version)</string>
    <key>CFBundleVersion</key><string>\(build)</string>
    </dict></plist>
    """
  }

  @Test(
    "includes the Info.plist that a setting names",
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
    let laws = XcodeManifestLaws.of(settings, ("ios/App/Info.plist", Self.plist("1.4.2", "$(CURRENT_PROJECT_VERSION)")))
    #expect(
      try laws.sites().map(\.summary) == [
        "version otherValue 1.0 [target CoolApp, Debug] ios/CoolApp.xcodeproj/project.pbxproj:36",
        "version otherValue 1.0 [target CoolApp, Release] ios/CoolApp.xcodeproj/project.pbxproj:42",
        "version product 1.4.2 [target CoolApp, Debug and 1 more] ios/App/Info.plist:2",
      ])
    try laws.check()
  }

  @Test("says that a number is the app's build, even where the tests have it as their version")
  func sharedNumber() throws {
    var settings = XcodeFixture.Settings()
    settings.project = ("NUMBER = 1.4.2; BUILD_NUMBER = 72;", "NUMBER = 1.4.2; BUILD_NUMBER = 72;")
    settings.app = ("INFOPLIST_FILE = App/Info.plist;", "INFOPLIST_FILE = App/Info.plist;")
    settings.widget = ("", "")
    settings.tests = ("INFOPLIST_FILE = Tests/Info.plist;", "INFOPLIST_FILE = Tests/Info.plist;")
    let laws = XcodeManifestLaws.of(
      settings, ("ios/App/Info.plist", Self.plist("$(NUMBER)", "$(BUILD_NUMBER)")),
      ("ios/Tests/Info.plist", Self.plist("$(BUILD_NUMBER)", "1")))
    #expect(
      try laws.sites().map(\.summary) == [
        "version product 1.4.2 [target CoolApp, Debug] ios/CoolApp.xcodeproj/project.pbxproj:23",
        "build product 72 [target CoolApp, Debug and 1 more] ios/CoolApp.xcodeproj/project.pbxproj:23",
        "version product 1.4.2 [target CoolApp, Release] ios/CoolApp.xcodeproj/project.pbxproj:29",
        "build product 72 [target CoolApp, Release and 1 more] ios/CoolApp.xcodeproj/project.pbxproj:29",
        "build test 1 [target CoolTests, Debug and 1 more] ios/Tests/Info.plist:3",
      ])
  }

  @Test("has no site in a binary Info.plist")
  func binaryInfoPlist() throws {
    var settings = XcodeFixture.Settings()
    settings.app = ("INFOPLIST_FILE = App/Info.plist;", "INFOPLIST_FILE = App/Info.plist;")
    settings.tests = ("", "")
    let laws = XcodeManifestLaws.of(settings)
    let plist = SourceText(path: "ios/App/Info.plist", bytes: PlistManifestTests.binary)
    let files = MemoryFiles(laws.sources + [plist])
    #expect(try laws.manifest.versionSites(in: files).map(\.role) == [.appExtension, .appExtension])
    let products = try XcodeProducts(of: ["ios/CoolApp.xcodeproj"], in: files)
    #expect(products.apps[0].target.archived.flatMap(\.version).map(\.content) == [.text("1.4.2")])
  }

  @Test("ignores a literal of an Info.plist that a generated one overrides")
  func generatedInfoPlist() throws {
    var settings = XcodeFixture.Settings()
    let own = "GENERATE_INFOPLIST_FILE = YES; INFOPLIST_FILE = App/Info.plist; MARKETING_VERSION = 1.4.2;"
    settings.app = (own, own)
    settings.widget = ("", "")
    settings.tests = ("", "")
    let laws = XcodeManifestLaws.of(settings, ("ios/App/Info.plist", Self.plist("1.0", "3")))
    #expect(
      try laws.roles() == [
        "product 1.4.2 [target CoolApp, Debug]", "product 1.4.2 [target CoolApp, Release]",
        "otherValue 1.0 [target CoolApp, Debug]", "product 3 [target CoolApp, Debug and 1 more]",
      ])
  }

  @Test("follows the references of an Info.plist")
  func referringInfoPlist() throws {
    var settings = XcodeFixture.Settings()
    let own = "INFOPLIST_FILE = App/Info.plist; VERSION_SHORT = 2.1; VERSION_LONG = 2.1.0.5;"
    settings.app = (own, own)
    settings.widget = ("", "")
    settings.tests = ("", "")
    let laws = XcodeManifestLaws.of(settings, ("ios/App/Info.plist", Self.plist("${VERSION_SHORT}", "$(VERSION_LONG)")))
    #expect(
      try laws.sites().map(\.summary) == [
        "version product 2.1 [target CoolApp, Debug] ios/CoolApp.xcodeproj/project.pbxproj:36",
        "build product 2.1.0.5 [target CoolApp, Debug] ios/CoolApp.xcodeproj/project.pbxproj:36",
        "version product 2.1 [target CoolApp, Release] ios/CoolApp.xcodeproj/project.pbxproj:42",
        "build product 2.1.0.5 [target CoolApp, Release] ios/CoolApp.xcodeproj/project.pbxproj:42",
      ])
    try laws.check()
  }
}
