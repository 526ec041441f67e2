import MartletBuildSettings
import MartletCore

extension XcodeprojManifest {
  /// The product of the project, with its released versions.
  struct Product {
    private let released: [Int: [VersionSite.Kind: String]]

    /// - Parameter areNamed: Whether the targets were given by name, so that none is left out.
    init(
      _ targets: [XcodeTarget], areNamed: Bool, of project: XcodeProject, _ versions: XcodeVersions
    ) throws(BuildSettingsError) {
      var released: [(target: XcodeTarget, values: [VersionSite.Kind: String])] = []
      for target in targets {
        guard let resolved = versions.released(target) else { continue }
        var values: [VersionSite.Kind: String] = [:]
        for kind in [VersionSite.Kind.version, .build] { values[kind] = try resolved.value(of: kind) }
        released.append((target, values))
      }
      if !areNamed {
        for kind in [VersionSite.Kind.version, .build] {
          let main =
            released.first { $0.target.name == project.name && $0.values[kind] != nil }?.values[kind]
            ?? released.compactMap { $0.values[kind] }.mostFrequent
          for index in released.indices where released[index].values[kind] != main {
            released[index].values[kind] = nil
          }
        }
      }
      self.released = Dictionary(released.map { ($0.target.id, $0.values) }) { first, _ in first }
    }

    /// Whether `target` is part of the product and releases `value`.
    func releases(_ kind: VersionSite.Kind, _ target: XcodeTarget, value: String) -> Bool {
      released[target.id]?[kind] == value
    }
  }
}

extension XcodeprojManifest {
  /// Returns the targets whose released version is `version`, without tests and samples, in the project's order.
  package func targets(
    with version: Version, ofProduct isProduct: Bool, in files: some FileReading
  ) throws -> [String] {
    let project = try XcodeProject(path, in: files)
    let versions = try XcodeVersions(project, in: files)
    return try project.targets.filter { target in
      guard target.kind != .none, isProduct != (target.kind == .test || target.isSample) else { return false }
      let value = try versions.released(target)?.value(of: .version)
      return value.flatMap { try? Version($0) }?.hasSamePrecedence(as: version.core) == true
    }.map(\.name)
  }
}

extension Array where Element: Hashable {
  /// The most frequent element; of several, the first one.
  package var mostFrequent: Element? {
    let counts = Dictionary(map { ($0, 1) }, uniquingKeysWith: +)
    let highest = counts.values.max()
    return first { counts[$0] == highest }
  }
}
