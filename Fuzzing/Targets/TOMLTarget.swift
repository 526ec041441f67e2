@testable import MartletCore
@testable import MartletManifests

/// `toml`: a version under a key.
struct TOMLTarget: FuzzTarget {
  static let name = "toml"

  func check(_ input: Input) throws {
    try ManifestProperties.check(TOMLManifest(path: "tool.toml"), on: input)
    try ManifestProperties.check(TOMLManifest(path: "tool.toml", key: "package.version"), on: input)
  }
}
