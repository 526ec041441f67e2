import MartletCore

/// A YAML file with the version under a key, or the `project.yml` of XcodeGen, found by its build settings.
///
/// Sources: yaml.org 1.2; yonaskolb/XcodeGen `Docs/ProjectSpec.md`.
package struct YAMLManifest: Manifest {
  package static let keyword = "yaml"
  package let path: RelativePath
  private let keys: [(kind: VersionSite.Kind, key: String)]

  /// - Parameters:
  ///   - key: `settings.base.MARKETING_VERSION`, or a JSON pointer; nil for a `project.yml`, where every
  ///     `MARKETING_VERSION`, `CURRENT_PROJECT_VERSION`, `CFBundleShortVersionString` and `CFBundleVersion` counts.
  ///   - buildKey: The key of the build number.
  package init(path: RelativePath, key: String? = nil, buildKey: String? = nil) {
    self.path = path
    keys = (key.map { [(.version, $0)] } ?? []) + (buildKey.map { [(.build, $0)] } ?? [])
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let source = try source(in: files)
    let values = YAMLScanner.values(of: source)
    guard !keys.isEmpty else { return XcodeGenSpec(source, values: values).versionSites }
    return try keys.flatMap { kind, key in
      let wanted = ValuePath(key)
      guard let value = values.last(where: { $0.path == wanted }) else {
        throw ManifestError.notFound(path, what: "key", name: key, known: values.versionPaths(in: source))
      }
      return [VersionSite(kind, value: value, of: source)].compactMap { $0 }
    }
  }
}

extension VersionSite {
  /// Creates the site of a YAML scalar; nil when it contains a reference `${…}` or `$(…)`.
  init?(
    _ kind: Kind, role: Role = .product, audience: Audience = .everyone, value: ScalarValue, of source: SourceText
  ) {
    guard !source.bytes[value.span].contains(UInt8(ascii: "$")) else { return nil }
    let spelling: Spelling =
      switch value.style {
      case .quoted: .plain
      case .bare: .yamlScalar
      }
    self.init(
      kind, role: role, audience: audience, label: String(describing: value.path), at: value.span, of: source,
      spelling: spelling)
  }
}
