import ArgumentParser

/// Under which conditions settings are looked at.
struct SettingsConditions: ParsableArguments {
  @Option(help: ArgumentHelp("The build configuration, for example Release.", valueName: "name"))
  var configuration: String?

  @Option(
    help: ArgumentHelp(
      "The SDK, best with its version: iphoneos26.0. Further ones stand for those it falls back to.",
      valueName: "name"))
  var sdk: [String] = []

  @Option(help: ArgumentHelp("The architecture, for example arm64.", valueName: "name"))
  var arch: String?

  @Option(help: ArgumentHelp("The target.", valueName: "name"))
  var target: String?

  /// What holds for the parameters of conditions, as far as it was said.
  var parameters: [String: String] {
    let parameters = ["config": configuration, "sdk": sdk.first, "arch": arch, "target": target]
    return parameters.compactMapValues { $0 }
  }
}

/// Where settings are looked for, and under which conditions.
struct SettingsOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Read this .xcconfig file with all that it includes.", valueName: "file"))
  var xcconfig: String?

  @OptionGroup var conditions: SettingsConditions

  func query(in place: SettingsPlace) throws -> SettingsQuery {
    guard let xcconfig else { throw SettingsCommandError.noPlace }
    return try SettingsQuery(xcconfig: xcconfig, conditions, in: place)
  }
}
