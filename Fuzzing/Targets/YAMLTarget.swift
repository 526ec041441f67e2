@testable import MartletManifests
@testable import TestSupport

/// `yaml`: versions under keys, and the specification of XcodeGen.
struct YAMLTarget: FuzzTarget {
  static let name = "yaml"

  func check(_ input: Input) throws {
    try ManifestProperties.check(YAMLManifest(path: "project.yml"), on: input)
    try ManifestProperties.check(YAMLManifest(path: "app.yaml", key: "app.version", buildKey: "app.build"), on: input)
    try ManifestProperties.check(YAMLManifest(path: "app.yaml", key: "version"), on: input)
  }
}
