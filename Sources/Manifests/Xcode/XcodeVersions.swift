import BuildSettings
import TextEditing

/// The version and the build number of every target of a project, in every configuration.
struct XcodeVersions {
  /// What a target comes to in one configuration.
  struct Resolved {
    let target: XcodeTarget
    let configuration: String
    let table: SettingsTable
    let infoPlist: PropertyList?

    /// `config` and `target`, and `sdk` where the target names one.
    let parameters: [String: String]
  }

  let all: [Resolved]

  init(_ project: XcodeProject, in files: some FileReading) throws {
    var settings = XcodeSettings(project, in: files)
    var all: [Resolved] = []
    for target in project.targets {
      for configuration in target.configurations.all {
        let table = try settings.table(for: target, configuration)
        var parameters = ["config": configuration.name, "target": target.name]
        let sdk = try SettingsScope(table, for: parameters).string(of: "SDKROOT")
        if !sdk.isEmpty, sdk != "auto" { parameters["sdk"] = sdk }
        let plist = try settings.infoPlist(in: SettingsScope(table, for: parameters))
        all.append(
          Resolved(
            target: target, configuration: configuration.name, table: table, infoPlist: plist, parameters: parameters))
      }
    }
    self.all = all
  }

  /// What `target` comes to in the configuration that is released.
  func released(_ target: XcodeTarget) -> Resolved? {
    let name = target.configurations.release?.name
    return all.first { $0.target.id == target.id && $0.configuration == name }
  }
}

extension XcodeVersions.Resolved {
  /// The text that the product's Info.plist will have, with its origins; nil when neither a setting nor the file says it.
  ///
  /// - Parameter situation: Conditions that hold beside those of the target and configuration.
  func expansion(
    of kind: VersionSite.Kind, in situation: [String: String] = [:]
  ) throws(BuildSettingsError) -> Expansion? {
    let scope = SettingsScope(table, for: parameters.merging(situation) { known, _ in known })
    if let text = try infoPlistText(of: kind) { return try scope.expansion(of: text) }
    return try scope.expansion(of: kind.buildSetting)
  }

  /// What the Info.plist file says, if that is what counts: a generated one takes the setting, where there is one, and
  /// overwrites what the file has.
  private func infoPlistText(of kind: VersionSite.Kind) throws(BuildSettingsError) -> LocatedText? {
    guard let text = infoPlist?[kind.infoPlistKey] else { return nil }
    let scope = SettingsScope(table, for: parameters)
    let isGenerated = try scope.string(of: "GENERATE_INFOPLIST_FILE").isYes
    return isGenerated && scope.assignment(of: kind.buildSetting) != nil ? nil : text
  }

  /// The value; nil when there is none, or it is not known here.
  func value(of kind: VersionSite.Kind) throws(BuildSettingsError) -> String? {
    guard let value = try expansion(of: kind)?.string, !value.isEmpty else { return nil }
    return value
  }
}
