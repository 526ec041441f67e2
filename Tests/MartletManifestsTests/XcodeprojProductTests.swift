import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("The product of an xcodeproj manifest")
struct XcodeprojProductTests {
  @Test("consists of exactly the named targets")
  func namedTargets() throws {
    #expect(
      try XcodeManifestLaws.of(targets: ["CoolTests", "Cool Widget"]).roles().filter { $0.hasPrefix("product") } == [
        "product 1.4.2 [target Cool Widget, Debug]", "product 1.4.2 [target Cool Widget, Release]",
        "product 1.0 [target CoolTests, Debug]", "product 1.0 [target CoolTests, Release]",
      ])
    let error = try #require(throws: ManifestError.self) { try XcodeManifestLaws.of(targets: ["CoolAp"]).sites() }
    #expect(
      error.diagnostics.map { $0.rendered() } == [
        """
        error: no target `CoolAp` in `ios/CoolApp.xcodeproj`, expected one of `CoolApp`, `Cool Widget`, `CoolTests`, `Lint`
        hint: did you mean `CoolApp`?
        """
      ])
  }

  @Test(
    "consists of libraries if the only app is a sample",
    arguments: [("CoolApp", "framework"), ("CoolDemo", "application"), ("CoolApp", "bundle.ui-testing")])
  func mainTargets(name: String, type: String) throws {
    var settings = XcodeFixture.Settings()
    settings.appName = name
    settings.appType = type
    settings.widget = ("MARKETING_VERSION = 3.0;", "MARKETING_VERSION = 3.0;")
    let products = try XcodeManifestLaws.of(settings).sites().filter { $0.role == .product }
    #expect(products.map(\.value) == (type == "framework" ? ["1.4.2", "1.4.2"] : ["3.0", "3.0"]))
  }

  @Test("ignores configurations that are not released")
  func configurations() throws {
    var settings = XcodeFixture.Settings()
    settings.app = ("MARKETING_VERSION = 0.0;", "MARKETING_VERSION = 1.4.2;")
    settings.widget = ("MARKETING_VERSION = 0.0;", "MARKETING_VERSION = 1.4.1; CURRENT_PROJECT_VERSION = 2;")
    let laws = XcodeManifestLaws.of(settings)
    #expect(try laws.sites().filter { $0.role == .product }.map(\.value) == ["1.4.2"])
    #expect(
      try problems(laws.sources) == [
        """
        error: version `1.4.1` of `Cool Widget` in `ios/CoolApp.xcodeproj` in configuration `Release` differs from `1.4.2` of its \
        app `CoolApp`
        hint: set it with `martlet config set MARKETING_VERSION=1.4.2 ios/CoolApp.xcodeproj --target 'Cool Widget'`; if it \
        has its own version, add `products: [{target: "Cool Widget", version: apart}]` to the Releasefile
        """,
        "warning: version `0.0` of `CoolApp` in `ios/CoolApp.xcodeproj` in configuration `Debug` differs from `1.4.2` in `Release`",
        """
        warning: version `0.0` of `Cool Widget` in `ios/CoolApp.xcodeproj` in configuration `Debug` differs from `1.4.1` in \
        `Release`
        """,
      ])
    #expect(try problems(XcodeManifestLaws.of().sources).isEmpty)
  }

  private func problems(_ sources: [SourceText]) throws -> [String] {
    let products = try ReleasedProducts(
      of: ["ios/CoolApp.xcodeproj"], at: Version("1.4.2"), except: [], in: MemoryFiles(sources))
    return products.problems(of: .version, expecting: ["1.4.2"]).map { problem in
      var problem = problem
      problem.place = nil
      return problem.rendered()
    }
  }
}
