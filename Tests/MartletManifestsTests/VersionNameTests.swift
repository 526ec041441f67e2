import Testing

@testable import MartletManifests

@Suite("The name of a version")
struct VersionNameTests {
  @Test(
    "ends in `version`, optionally followed by a word for its kind",
    arguments: [
      "version", "VERSION", "sdkVersion", "libVersion", "kVersion", "__sdkVersion", "ApolloClientVersion",
      "versionString",
      "FBSDK_VERSION_STRING", "libversion", "module-version", "swiftLintVersion",
    ])
  func versions(name: String) throws {
    #expect(try #require(VersionName(name)).isOfSomethingElse == false)
  }

  @Test(
    "of another thing is recognised",
    arguments: [
      "cacheVersion", "schemaVersion", "SWIFT_VERSION", "minimumAppVersion", "previousVersion", "apiVersion",
      "iOSVersion",
      "DYLIB_COMPATIBILITY_VERSION", "lastSeenVersion", "databaseVersion",
    ])
  func others(name: String) throws {
    #expect(try #require(VersionName(name)).isOfSomethingElse)
  }

  @Test("does not match any other name", arguments: ["versions", "name", "conversionRate", "versioning", ""])
  func names(name: String) {
    #expect(VersionName(name) == nil)
  }
}
