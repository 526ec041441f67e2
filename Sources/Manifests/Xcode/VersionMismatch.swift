import BuildSettings
import TextEditing

/// Two values of a project that Apple's stores or its developers would want to be one.
package enum VersionMismatch: Hashable, Sendable {
  /// What `target` comes to.
  package struct Value: Hashable, Sendable {
    package let target: String
    package let configuration: String
    package let kind: VersionSite.Kind
    package let text: String
  }

  /// An extension and the app that it comes in, in the same configuration; an upload is refused (ITMS-90473).
  case embedded(Value, app: Value)
  /// One target in two configurations.
  case configurations(Value, released: Value)

  /// An error for an extension, a warning for configurations.
  ///
  /// - Parameter path: The project.
  package func diagnostic(for path: RelativePath) -> Diagnostic {
    switch self {
    case .embedded(let value, let app):
      Diagnostic(
        "\(value.kind.rawValue) `\(value.text)` of `\(value.target)` in `\(path)` differs from `\(app.text)` of "
          + "`\(app.target)`, which it comes in, in configuration `\(value.configuration)`",
        hint: "let both take `\(value.kind.buildSetting)` from one place")
    case .configurations(let value, let released):
      Diagnostic(
        "\(value.kind.rawValue) `\(value.text)` of `\(value.target)` in `\(path)` in configuration "
          + "`\(value.configuration)` differs from `\(released.text)` in `\(released.configuration)`",
        severity: .warning)
    }
  }
}

extension XcodeprojManifest {
  /// Extensions that differ from the app they come in, and apps and extensions whose configurations differ from the one
  /// that is released; by target and configuration in the project's order. What is not known is not compared.
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
  /// The known values of `target`, by configuration.
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
