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
    var settings = XcodeSettings(project, in: files)
    var targets: [ConfiguredTarget] = []
    for target in project.targets {
      for configuration in target.configurations.all {
        let table = try settings.table(for: target, configuration)
        let parameters = try table.parameters(of: target, configuration)
        let scope = SettingsScope(table, for: parameters)
        let bases = [configuration.base, project.configurations[configuration.name]?.base].compactMap { $0 }
        let start = configuration.settings.map { project.source.place(at: $0.span.lowerBound) }
        targets.append(
          ConfiguredTarget(
            name: target.name, configuration: configuration.name, scope: scope,
            isApp: target.kind == .application || target.kind == .embedded,
            infoPlist: try settings.infoPlistPath(in: scope), files: bases,
            isWhole: settings.missingBases.allSatisfy { !bases.contains($0) || $0.components.contains("Pods") },
            place: bases.first.map { Place(path: $0, line: 1, column: 1) } ?? start
              ?? Place(path: project.source.path, line: 1, column: 1)))
      }
    }
    return targets
  }
}
