import MartletBuildSettings
import MartletCore

/// Two values of a project that should be equal, for Apple's stores or for its developers.
package enum VersionMismatch: Hashable, Sendable {
  /// The value of a target in one configuration.
  package struct Value: Hashable, Sendable {
    package let target: String
    package let configuration: String
    package let kind: VersionSite.Kind
    package let text: String
  }

  /// An extension and its app, in the same configuration; App Store uploads are rejected (ITMS-90473).
  case embedded(Value, app: Value)
  /// One target in two configurations.
  case configurations(Value, released: Value)

  /// Returns an error for an extension, a warning for configurations.
  ///
  /// - Parameter path: The project.
  package func diagnostic(for path: RelativePath) -> Diagnostic {
    switch self {
    case .embedded(let value, let app):
      Diagnostic(
        "\(value.kind.rawValue) `\(value.text)` of `\(value.target)` in `\(path)` differs from `\(app.text)` of "
          + "its app `\(app.target)` in configuration `\(value.configuration)`",
        hint: "set `\(value.kind.buildSetting)` for both targets in one place")
    case .configurations(let value, let released):
      Diagnostic(
        "\(value.kind.rawValue) `\(value.text)` of `\(value.target)` in `\(path)` in configuration "
          + "`\(value.configuration)` differs from `\(released.text)` in `\(released.configuration)`",
        severity: .warning)
    }
  }
}

extension XcodeprojManifest {
  /// Returns extensions that differ from their app, and apps and extensions whose configurations differ from the
  /// released one; by target and configuration in the project's order. Unknown values are not compared.
  ///
  /// - Throws: as `versionSites(in:)`.
  package func mismatches(in files: some FileReading) throws -> [VersionMismatch] {
    let project = try XcodeProject(path, in: files)
    let versions = try XcodeVersions(project, in: files)
    var mismatches: [VersionMismatch] = []
    for kind in [VersionSite.Kind.version, .build] {
      for app in project.targets where app.kind == .application {
        for target in project.targets(embeddedIn: app) where target.kind == .embedded {
          mismatches += try versions.values(of: kind, target).compactMap { value in
            let other = try versions.values(of: kind, app).first { $0.configuration == value.configuration }
            return other.flatMap { $0.text == value.text ? nil : .embedded(value, app: $0) }
          }
        }
      }
      for target in project.targets where target.kind == .application || target.kind == .embedded {
        let values = try versions.values(of: kind, target)
        guard let released = values.first(where: { $0.configuration == target.configurations.release?.name }) else {
          continue
        }
        mismatches += values.filter { $0.text != released.text }.map { .configurations($0, released: released) }
      }
    }
    return mismatches
  }
}

extension XcodeVersions {
  /// Returns the known values of `target`, by configuration.
  fileprivate func values(
    of kind: VersionSite.Kind, _ target: XcodeTarget
  ) throws(BuildSettingsError) -> [VersionMismatch.Value] {
    var values: [VersionMismatch.Value] = []
    for resolved in all where resolved.target.id == target.id {
      guard let text = try resolved.value(of: kind) else { continue }
      values.append(
        VersionMismatch.Value(
          target: target.name, configuration: resolved.configuration, kind: kind, text: text))
    }
    return values
  }
}
