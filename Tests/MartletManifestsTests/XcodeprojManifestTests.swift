import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("An xcodeproj manifest")
struct XcodeprojManifestTests {
  @Test("finds the literals of all targets; those of the app are the product's")
  func targetSettings() throws {
    let laws = XcodeManifestLaws.of()
    #expect(
      try laws.roles() == [
        "product 1.4.2 [target CoolApp, Debug]", "product 1.4.2 [target CoolApp, Release]",
        "appExtension 1.4.2 [target Cool Widget, Debug]", "appExtension 1.4.2 [target Cool Widget, Release]",
        "test 1.0 [target CoolTests, Debug]", "test 1.0 [target CoolTests, Release]",
      ])
    #expect(try laws.sites().allSatisfy { $0.audience == .apple && $0.kind == .version })
    #expect(try laws.sites()[0].place.description == "ios/CoolApp.xcodeproj/project.pbxproj:36:25")
    try laws.check()
  }

  @Test("lists a literal once if several targets inherit it from the project")
  func projectSettings() throws {
    var settings = XcodeFixture.Settings()
    settings.project = ("", "CURRENT_PROJECT_VERSION = 7; \"MARKETING_VERSION\" = \"1.4.2\";")
    settings.app = ("MARKETING_VERSION = 1.5;", "CURRENT_PROJECT_VERSION = 8;")
    settings.widget = ("", "")
    settings.tests = ("MARKETING_VERSION = \"$(CI)\";", "MARKETING_VERSION = 1.0;")
    let laws = XcodeManifestLaws.of(settings)
    #expect(
      try laws.roles() == [
        "appExtension 7 [target Cool Widget, Release and 2 more]",
        "product 1.4.2 [target CoolApp, Release and 2 more]", "otherValue 1.5 [target CoolApp, Debug]",
        "product 8 [target CoolApp, Release]", "test 1.0 [target CoolTests, Release]",
      ])
    try laws.check()
  }

  @Test("keeps quotes, and adds them like Xcode")
  func quotes() throws {
    var settings = XcodeFixture.Settings()
    settings.app = ("MARKETING_VERSION = 1.4.2;", "MARKETING_VERSION = '1.4.2';")
    let text = XcodeFixture.project(settings)
    let after = try XcodeManifestLaws.of(settings).bumped { $0.role == .product ? "1.5.0-beta.1" : $0.value }
    let expected = text.replacing("= '1.4.2'", with: "= '1.5.0-beta.1'")
    let first = try #require(expected.firstRange(of: "= 1.4.2;"))
    #expect(
      String(decoding: after.sources[0].bytes, as: UTF8.self)
        == expected.replacingCharacters(in: first, with: "= \"1.5.0-beta.1\";"))
  }

  @Test("has separate sites for conditional variants")
  func conditions() throws {
    var settings = XcodeFixture.Settings()
    let variants =
      "MARKETING_VERSION = 1.4.2; \"MARKETING_VERSION[sdk=macosx*]\" = 1.4.2; \"MARKETING_VERSION[arch=x]\" = 1.3; \"MARKETING_VERSION[config=Never]\" = 1.2;"
    settings.app = ("", variants)
    settings.widget = ("", "")
    settings.tests = ("", "")
    let laws = XcodeManifestLaws.of(settings)
    #expect(
      try laws.roles() == [
        "product 1.4.2 [target CoolApp, Release]", "product 1.4.2 [target CoolApp, Release[sdk=macosx*]]",
        "otherValue 1.3 [target CoolApp, Release[arch=x]]", "otherValue 1.2 [target CoolApp, Release[config=Never]]",
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
    let laws = XcodeManifestLaws.of(settings, (path, text), (more, "CURRENT_PROJECT_VERSION = 41\n"))
    #expect(
      try laws.sites().map(\.summary).sorted()
        == [
          "version product 3.9.0 [target CoolApp, Release] \(path):3 ios/CoolApp.xcodeproj/project.pbxproj:42 "
            + "ios/CoolApp.xcodeproj/project.pbxproj:42",
          "build product 41 [target CoolApp, Debug and 1 more] \(more):1",
          "version otherValue 2.0 [target CoolApp, Debug] \(path):2",
          "version otherValue 0.1 [target CoolApp, Debug] \(path):4",
        ].sorted())
    try laws.check()
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    self[..<range.lowerBound] + other + self[range.upperBound...]
  }
}
