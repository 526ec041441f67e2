import MartletBuildSettings
import MartletCore

/// The version and the build number of every target of a project, in every configuration.
struct XcodeVersions {
  /// The settings of a target in one configuration.
  struct Resolved {
    let target: XcodeTarget
    let settings: XcodeConfigurations.Configuration
    /// The base `.xcconfig` files of the configuration and of the project's configuration of the same name.
    let bases: [RelativePath]
    let table: SettingsTable
    /// The Info.plist that the settings name; nil if it is missing, or valid only after preprocessing.
    let infoPlist: PropertyList?
    let infoPlistPath: RelativePath?
    let infoPlistSource: SourceText?
    /// The missing base `.xcconfig` files, without those that CocoaPods generates on each machine.
    let missingFiles: [RelativePath]

    /// `config` and `target`, and `sdk` if the target sets one.
    let parameters: [String: String]

    var configuration: String { settings.name }
    var hasInfoPlist: Bool { infoPlistSource != nil }

    func scope(in conditionCase: [String: String] = [:]) -> SettingsScope {
      SettingsScope(table, for: parameters.merging(conditionCase) { known, _ in known })
    }
  }

  let all: [Resolved]

  init(_ project: XcodeProject, in files: some FileReading) throws {
    var settings = XcodeSettings(project, in: files)
    var all: [Resolved] = []
    for target in project.targets {
      for configuration in target.configurations.all {
        let table = try settings.table(for: target, configuration)
        let parameters = try table.parameters(of: target, configuration)
        let scope = SettingsScope(table, for: parameters)
        let path = try settings.infoPlistPath(in: scope)
        let bases = [configuration.base, project.configurations[configuration.name]?.base].compactMap { $0 }
        all.append(
          Resolved(
            target: target, settings: configuration, bases: bases, table: table,
            infoPlist: try settings.infoPlist(in: scope), infoPlistPath: path,
            infoPlistSource: try path.flatMap { try files.source(at: $0) },
            missingFiles: bases.filter { settings.missingBases.contains($0) && !$0.components.contains("Pods") },
            parameters: parameters))
      }
    }
    self.all = all
  }

  /// Returns the settings of `target` in the released configuration.
  func released(_ target: XcodeTarget) -> Resolved? {
    let name = target.configurations.release?.name
    return all.first { $0.target.id == target.id && $0.configuration == name }
  }
}

extension XcodeVersions.Resolved {
  /// Returns the text for the product's Info.plist, with its origins; nil when neither a setting nor the file has it.
  ///
  /// - Parameter conditionCase: Conditions in addition to those of the target and configuration.
  func expansion(
    of kind: VersionSite.Kind, in conditionCase: [String: String] = [:]
  ) throws(BuildSettingsError) -> Expansion? {
    let scope = scope(in: conditionCase)
    if let text = try infoPlistText(of: kind) { return try scope.expansion(of: text) }
    return try scope.expansion(of: kind.buildSetting)
  }

  /// Returns the text of the Info.plist file, if it is used: with a generated Info.plist, an existing setting overrides
  /// the file's value.
  func infoPlistText(of kind: VersionSite.Kind) throws(BuildSettingsError) -> LocatedText? {
    guard let text = infoPlist?[kind.infoPlistKey] else { return nil }
    return try isGenerated() && scope().assignment(of: kind.buildSetting) != nil ? nil : text
  }

  /// Whether Xcode adds the settings to the Info.plist.
  func isGenerated() throws(BuildSettingsError) -> Bool {
    try scope().string(of: "GENERATE_INFOPLIST_FILE").isTrueSetting
  }

  /// Returns the value; nil when there is none, or it is unknown.
  func value(of kind: VersionSite.Kind) throws(BuildSettingsError) -> String? {
    guard let value = try expansion(of: kind)?.string, !value.isEmpty else { return nil }
    return value
  }
}
