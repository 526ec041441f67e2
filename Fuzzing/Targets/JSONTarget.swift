@testable import MartletManifests
@testable import TestSupport

/// `json`: versions and build numbers under keys.
struct JSONTarget: FuzzTarget {
  static let name = "json"

  func check(_ input: Input) throws {
    try ManifestProperties.check(JSONManifest(path: "package.json"), on: input)
    try ManifestProperties.check(
      JSONManifest(path: "package.json", key: "info.version", buildKey: "/info/build"), on: input)
  }
}
