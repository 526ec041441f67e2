@testable import MartletManifests
@testable import TestSupport

/// `podspec`: specifications in Ruby and in JSON.
struct PodspecTarget: FuzzTarget {
  static let name = "podspec"

  func check(_ input: Input) throws {
    try ManifestProperties.check(PodspecManifest(path: "CoolKit.podspec"), on: input)
    try ManifestProperties.check(PodspecManifest(path: "CoolKit.podspec.json"), on: input)
  }
}
