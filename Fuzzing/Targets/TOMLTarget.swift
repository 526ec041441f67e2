@testable import MartletCore
@testable import MartletManifests
@testable import Steps
@testable import TestSupport

/// `toml`: a version under a key; and the configurations of other release tools in TOML and INI, which are only read.
struct TOMLTarget: FuzzTarget {
  static let name = "toml"

  func check(_ input: Input) throws {
    try ManifestProperties.check(TOMLManifest(path: "tool.toml"), on: input)
    try ManifestProperties.check(TOMLManifest(path: "tool.toml", key: "package.version"), on: input)
    for name in ["knope.toml", ".bumpversion.toml", "pyproject.toml", ".bumpversion.cfg", "setup.cfg", ".rocket.yml"] {
      guard let path = RelativePath(name), let files = InputFiles(input.bytes, main: path) else { continue }
      _ = try ImportedConfiguration.found(in: files)
    }
  }
}
