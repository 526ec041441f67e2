@testable import MartletManifests
@testable import TestSupport

/// `plist`: property lists in XML, OpenStep and binary form.
struct PlistTarget: FuzzTarget {
  static let name = "plist"

  func check(_ input: Input) throws {
    try ManifestProperties.check(PlistManifest(path: "Info.plist"), on: input)
    try ManifestProperties.check(PlistManifest(path: "Info.plist", key: "Version"), on: input)
  }
}
