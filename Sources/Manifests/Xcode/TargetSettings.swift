import BuildSettings
import TextEditing

/// The build settings of one target of a project in one configuration, level by level.
package struct TargetSettings: Sendable {
  /// Nil for the settings of the project itself.
  package let target: String?
  package let configuration: String
  package let table: SettingsTable
  /// The SDK that the settings name, perhaps without its version; nil when they leave that to Xcode.
  package let sdk: String?
  /// What the build would say of the `.xcconfig` files.
  package let problems: [BuildSettingsProblem]
  /// The `.xcconfig` files that the configuration names and that are not there, as `Pods` before it is installed.
  package let missingFiles: [RelativePath]
}

extension XcodeprojManifest {
  /// The settings of the one named target, otherwise of the first that is the product; of the project itself when it has
  /// no targets.
  ///
  /// - Parameters:
  ///   - configuration: The one that is released when left out.
  ///   - top: Where the root of all paths is on the machine, for `SRCROOT` and absolute names; empty for its own root.
  /// - Throws: `ManifestError` for a target or configuration that is not there, and for a project that cannot be read.
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

  /// The names of all settings that the project says something about.
  package func settingNames(in files: some FileReading) throws -> Set<String> {
    let project = try XcodeProject(path, in: files)
    let configurations = project.configurations.all + project.targets.flatMap(\.configurations.all)
    let keys = configurations.flatMap { $0.settings?.entries ?? [] }.compactMap(\.key.string)
    return Set(keys.map { Assignment(key: $0, value: LocatedText("")).name })
  }
}
