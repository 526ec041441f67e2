import MartletBuildSettings
import MartletCore

/// The build settings of one target of a project in one configuration, level by level.
package struct TargetSettings: Sendable {
  /// Nil for the settings of the project itself.
  package let target: String?
  package let configuration: String
  package let table: SettingsTable
  /// The SDK in the settings, with or without a version; nil when Xcode chooses it.
  package let sdk: String?
  /// The problems that a build would report for the `.xcconfig` files.
  package let problems: [BuildSettingsProblem]
  /// The missing `.xcconfig` files of the configuration, such as those in `Pods` before `pod install`.
  package let missingFiles: [RelativePath]
}

extension XcodeprojManifest {
  /// Returns the settings of the named target, or of the first product target; of the project itself when it has no
  /// targets.
  ///
  /// - Parameters:
  ///   - configuration: The configuration; nil: the released one.
  ///   - top: The absolute path of the root of all paths, for `SRCROOT` and absolute names; empty for the disk's root.
  /// - Throws: `ManifestError` for a missing target or configuration, and for a project that cannot be read.
  package func settings(
    inConfiguration configuration: String?, top: String, in files: some FileReading
  ) throws -> TargetSettings {
    let project = try XcodeProject(path, in: files)
    let target = try namedTargets(of: project)?.first ?? project.mainTargets.first ?? project.targets.first
    let configurations = target?.configurations ?? project.configurations
    let found = try configuration.map { try self.configurations(named: $0, of: configurations) }?.first
    guard let chosen = found ?? configurations.release else {
      throw ManifestError.notFound(path, what: "configuration", name: configuration ?? "Release", known: [])
    }
    var settings = XcodeSettings(project, in: files, top: top)
    let table = try target.map { try settings.table(for: $0, chosen) } ?? settings.table(for: chosen.name)
    var parameters = ["config": chosen.name]
    parameters["target"] = target?.name
    let sdk = try SettingsScope(table, for: parameters).string(of: "SDKROOT")
    return TargetSettings(
      target: target?.name, configuration: chosen.name, table: table,
      sdk: sdk.isEmpty || sdk == "auto" ? nil : sdk, problems: settings.problems,
      missingFiles: settings.missingBases)
  }

  /// Returns the names of all settings in the project.
  package func settingNames(in files: some FileReading) throws -> Set<String> {
    let project = try XcodeProject(path, in: files)
    let configurations = project.configurations.all + project.targets.flatMap(\.configurations.all)
    let keys = configurations.flatMap { $0.settings?.entries ?? [] }.compactMap(\.key.string)
    return Set(keys.map { Assignment(key: $0, value: LocatedText("")).name })
  }
}
