import MartletBuildSettings
import MartletCore

/// A target of a project in one of its build configurations.
package struct ConfiguredTarget: Sendable {
  package let name: String
  package let configuration: String
  /// Its settings for this configuration and target, and for the SDK in them.
  package let scope: SettingsScope
  /// Whether it builds an app or an app extension.
  package let isApp: Bool
  /// The path of its Info.plist; nil if Xcode generates all of it.
  package let infoPlist: RelativePath?
  /// The base `.xcconfig` files of the configuration and of the project's configuration of the same name.
  package let files: [RelativePath]
  /// Whether all of them exist, besides those of CocoaPods, which are generated on each machine and name no environment.
  package let isWhole: Bool
  /// The start of its settings: in the first of the files, or else in the project.
  package let place: Place
}

extension XcodeprojManifest {
  /// Returns every target in each of its build configurations, in the project's order.
  ///
  /// - Throws: `ManifestError` for a project or an `.xcconfig` file that cannot be read.
  package func configuredTargets(in files: some FileReading) throws -> [ConfiguredTarget] {
    let project = try XcodeProject(path, in: files)
    return try XcodeVersions(project, in: files).all.map { resolved in
      let start = resolved.settings.settings?.span.lowerBound ?? 0
      return ConfiguredTarget(
        name: resolved.target.name, configuration: resolved.configuration, scope: resolved.scope(),
        isApp: resolved.target.kind == .application || resolved.target.kind == .embedded,
        infoPlist: resolved.infoPlistPath, files: resolved.bases, isWhole: resolved.missingFiles.isEmpty,
        place: resolved.bases.first.map { Place(path: $0, line: 1, column: 1) } ?? project.source.place(at: start))
    }
  }
}
