import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("The evidence of the last releases about examples, tests and libraries")
struct RaisedExamplesTests: ResolvingVersions {
  @Test("raises the round version of an example that had both of the last releases")
  func round() throws {
    func files(_ version: String) -> [String: String] {
      ["CoolKit.podspec": Self.podspec(version), "Example/Info.plist": Self.plist(version)]
    }
    #expect(
      try raised(files("7.0.0"), tag: "7.0.0", since: files("7.0.0"), after: ("6.5.0", files("6.5.0")))
        == ["7.0.0", "CoolKit.podspec:2 7.0.0", "Example/Info.plist:3 7.0.0"])
  }

  @Test("raises an example with exactly the version that only the newest release raised, or a change after it")
  func examples() throws {
    let podfile = "pod 'CoolKit', '@'\n"
    func files(_ version: String, _ example: String) -> [String: String] {
      ["CoolKit.podspec": Self.podspec(version), "Examples/Demo/Podfile": podfile.replacing("@", with: example)]
    }
    func raised(since released: String, after earlier: String) throws -> Int {
      try self.raised(
        files("6.5.1", "6.5.1"), tag: "6.5.1", since: files("6.5.1", released),
        after: ("6.5.0", files("6.5.0", earlier))
      ).count - 2
    }
    #expect(try raised(since: "6.5.1", after: "6.4.0") == 1)
    #expect(try raised(since: "6.4.0", after: "6.4.0") == 1)
    #expect(try raised(since: "6.5.1", after: "6.5.1") == 0)
  }

  @Test("raises the version of a library that programs need if the last two releases raised it")
  func compatibility() throws {
    func files(_ version: String, _ needed: String) -> [String: String] {
      var settings = XcodeFixture.Settings()
      let setting = "DYLIB_COMPATIBILITY_VERSION = \(needed);"
      settings.app = ("MARKETING_VERSION = \(version); \(setting)", "MARKETING_VERSION = \(version); \(setting)")
      (settings.widget, settings.tests) = (("", ""), ("", ""))
      return ["CoolKit.xcodeproj/project.pbxproj": XcodeFixture.project(settings)]
    }
    func raised(after earlier: String) throws -> Int {
      try self.raised(
        files("6.5.1", "6.5.1"), tag: "6.5.1", since: files("6.5.1", "6.5.1"), after: ("6.5.0", files("6.5.0", earlier))
      ).count - 1
    }
    #expect(try raised(after: "6.5.0") == 4)
    #expect(try raised(after: "6.4.0") == 2)
  }

  @Test("raises the project of an example that only the newest release raised")
  func exampleProjects() throws {
    func files(_ version: String, _ example: String) -> [String: String] {
      var settings = XcodeFixture.Settings()
      settings.app = ("MARKETING_VERSION = \(example);", "MARKETING_VERSION = \(example);")
      (settings.widget, settings.tests) = (("", ""), ("", ""))
      return [
        "CoolKit.podspec": Self.podspec(version),
        "Examples/Demo/Demo.xcodeproj/project.pbxproj": XcodeFixture.project(settings),
      ]
    }
    func raised(_ example: String) throws -> Int {
      try self.raised(
        files("6.5.1", example), tag: "6.5.1", since: files("6.5.1", example),
        after: ("6.5.0", files("6.5.0", "6.4.0"))
      ).count - 2
    }
    #expect(try raised("6.5.1") > 0)
    #expect(try raised("1.0") == 0)
  }

  @Test("raises a round version of an example in the product's project that the last two releases raised")
  func exampleTarget() throws {
    func files(_ version: String, _ example: String) -> [String: String] {
      var settings = XcodeFixture.Settings()
      (settings.appName, settings.appType) = ("CoolExample", "framework")
      settings.app = ("MARKETING_VERSION = \(example);", "MARKETING_VERSION = \(example);")
      (settings.widget, settings.tests) = (("", ""), ("", ""))
      return [
        "CoolKit.podspec": Self.podspec(version), "CoolKit.xcodeproj/project.pbxproj": XcodeFixture.project(settings),
      ]
    }
    func raised(after earlier: String) throws -> Int {
      try self.raised(
        files("6.0.0", "6.0.0"), tag: "6.0.0", since: files("6.0.0", "6.0.0"), after: ("5.9.0", files("5.9.0", earlier))
      ).count - 2
    }
    #expect(try raised(after: "5.9.0") == 2)
    #expect(try raised(after: "6.0.0") == 0)
  }

  @Test(
    "leaves an equal value in tests and examples that the newest release did not raise",
    arguments: [
      ("Examples/Demo/Podfile", "pod 'CoolKit', '~> @'\n"), ("Demo/Cartfile", "github \"cool/CoolKit\" ~> @\n"),
      ("Tests/CoolTests/Info.plist", Self.plist("@")),
    ])
  func independent(path: String, text: String) throws {
    func raised(since released: String?, after earlier: String? = nil) throws -> Int {
      func files(_ version: String) -> [String: String] {
        ["CoolKit.podspec": Self.podspec("6.5.1"), path: text.replacing("@", with: version)]
      }
      return try self.raised(
        files("6.5.1"), tag: "6.5.1", since: released.map(files) ?? [:], after: earlier.map { ("6.5.0", files($0)) }
      ).count - 2
    }
    #expect(try raised(since: "6.5.1", after: "6.5.0") == 1)
    #expect(try raised(since: "6.5.1", after: "6.4.0") == 0)
    #expect(try raised(since: "6.5.1") == 1)
    #expect(try raised(since: "6.5.0") == 0)
    #expect(try raised(since: nil) == 0)
  }
}
