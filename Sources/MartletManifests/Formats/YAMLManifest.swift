import MartletCore

/// A YAML file with the version under a key, the `project.yml` of XcodeGen, found by its build settings, or a `pubspec.yaml`. A value
/// such as `1.4.2+7` is version and build number.
///
/// Sources: yaml.org 1.2; yonaskolb/XcodeGen `Docs/ProjectSpec.md`; docs.flutter.dev/deployment/ios, "Review Xcode project settings".
package struct YAMLManifest: Manifest {
  package static let keyword = "yaml"
  package let path: RelativePath
  private let keys: [(kind: VersionSite.Kind, key: String)]

  /// - Parameters:
  ///   - key: `settings.base.MARKETING_VERSION`, or a JSON pointer; nil for the `version` of a `pubspec.yaml`, and for a
  ///     `project.yml`, where every `MARKETING_VERSION`, `CURRENT_PROJECT_VERSION`, `CFBundleShortVersionString` and
  ///     `CFBundleVersion` counts.
  ///   - buildKey: The key of the build number.
  package init(path: RelativePath, key: String? = nil, buildKey: String? = nil) {
    self.path = path
    let key = key ?? (path.lastComponent == Self.dart ? "version" : nil)
    keys = (key.map { [(.version, $0)] } ?? []) + (buildKey.map { [(.build, $0)] } ?? [])
  }

  /// The manifest of a package of Dart, such as a Flutter app.
  static let dart = "pubspec.yaml"

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let source = try source(in: files)
    let values = try ScalarValue.all(inYAML: source)
    guard !keys.isEmpty else { return XcodeGenSpec(source, values: values).versionSites }
    return try keys.flatMap { kind, key in
      let wanted = ValuePath(key)
      guard let value = values.last(where: { $0.path == wanted }) else {
        throw ManifestError.notFound(path, what: "key", name: key, known: values.versionPaths(in: source))
      }
      if kind == .version, let parts = Self.versionAndBuild(at: value.span, of: source) { return parts }
      return [VersionSite(kind, value: value, of: source)].compactMap { $0 }
    }
  }

  /// Returns an error for each target of XcodeGen whose version nothing reads.
  package func inertSettings(in files: some FileReading) throws -> [Diagnostic] {
    guard keys.isEmpty, let source = try files.source(at: path) else { return [] }
    return try XcodeGenSpec(source, values: ScalarValue.all(inYAML: source)).inertTargets.map { name, setting in
      Diagnostic(
        "`MARKETING_VERSION` of the target `\(name)` has no effect: XcodeGen writes the version 1.0 to its Info.plist",
        at: setting.span, of: source,
        hint: "add `CFBundleShortVersionString: $(MARKETING_VERSION)` to `properties` of `info`")
    }
  }

  /// Returns the two parts of a value such as `1.4.2+7`; nil for another value.
  private static func versionAndBuild(at span: Range<Int>, of source: SourceText) -> [VersionSite]? {
    let bytes = source.bytes
    guard let plus = bytes[span].firstIndex(of: UInt8(ascii: "+")), plus + 1 < span.upperBound,
      bytes[(plus + 1)..<span.upperBound].allSatisfy(\.isDigit)
    else { return nil }
    return [
      VersionSite(.version, label: "version", at: span.lowerBound..<plus, of: source),
      VersionSite(.build, label: "version", at: (plus + 1)..<span.upperBound, of: source),
    ]
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
