import Testing

@testable import MartletManifests

@Suite("The names of a product")
struct ProductNamesTests {
  private let names = ProductNames(["CoolKit", "cool-cli"])

  @Test(
    "and general words are in a name of its version",
    arguments: [
      "version", "VERSION", "sdkVersion", "libVersion", "kVersion", "__sdkVersion", "CoolKitVersion", "versionString",
      "COOL_KIT_VERSION_STRING", "coolkit_version", "libversion", "module-version", "VERSION_NAME", "coolVersionNumber",
      "CFBundleShortVersionString", "kCoolKitSDKVersion",
    ])
  func own(name: String) {
    #expect(names.owns(name) == true)
  }

  @Test(
    "are not in the name of another version",
    arguments: [
      "cacheVersion", "SWIFT_VERSION", "minimumAppVersion", "previousVersion", "apiVersion", "ktorVersion",
      "kotlin.version",
      "DYLIB_COMPATIBILITY_VERSION", "lastSeenVersion", "CoolKitCacheVersion", "otherVersion", "conversionRate",
    ])
  func others(name: String) {
    #expect(names.owns(name) == false)
  }

  @Test("have the word that several of them begin with in common")
  func prefixes() {
    #expect(ProductNames(["FBSDKCoreKit", "FBSDKLoginKit"]).owns("FBSDK_VERSION_STRING") == true)
    #expect(ProductNames(["SwiftKit", "SwiftUIKit"]).owns("SWIFT_VERSION") == false)
    #expect(ProductNames(["react-native-cool", "ReactNativeCool"]).owns("REACT_VERSION") == false)
  }

  @Test("do not mean a version without that word", arguments: ["versions", "name", "CoolKit", ""])
  func nameless(name: String) {
    #expect(names.owns(name) == nil)
  }

  @Test("claim a declaration in a type about the product, or with its name")
  func types() {
    for scope in [[], ["Version"], ["CoolKitVersion"], ["Constants"], ["CoolKitMeta"], ["App"], ["Outer", "CLI"]] {
      #expect(names.claim("version", in: scope))
    }
    #expect(names.claim("current", in: ["CoolKitVersion"]))
    #expect(names.claim("coolKitVersion", in: ["Request"]))
    #expect(!names.claim("version", in: ["Request"]))
    #expect(!names.claim("current", in: ["Schema"]))
    #expect(!names.claim("cacheVersion", in: ["Constants"]))
  }
}
