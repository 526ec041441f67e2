import ArgumentParser

/// The conditions under which settings are evaluated.
struct SettingsConditions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The build configuration; by default, the one that a project uses for releases.", valueName: "name"))
  var configuration: String?

  @Option(
    help: ArgumentHelp(
      "The SDK, preferably with its version: iphoneos26.0. Repeat it for the SDKs that it falls back to.",
      valueName: "name"))
  var sdk: [String] = []

  @Option(help: ArgumentHelp("The architecture, for example arm64.", valueName: "name"))
  var arch: String?

  @Option(help: ArgumentHelp("The target.", valueName: "name"))
  var target: String?

  /// The given values, by the names of condition parameters.
  var parameters: [String: [String]] {
    var parameters = ["config": configuration, "arch": arch, "target": target].compactMapValues { $0 }.mapValues {
      [$0]
    }
    if !sdk.isEmpty { parameters["sdk"] = sdk }
    return parameters
  }
}

/// The file or project to read settings from, and the conditions.
struct SettingsOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Read this .xcconfig file and the files that it includes.", valueName: "file"))
  var xcconfig: String?

  @Option(
    help: ArgumentHelp(
      "Read the settings of a target of this .xcodeproj; by default, of the only project.", valueName: "path"))
  var project: String?

  @OptionGroup var conditions: SettingsConditions

  /// The first given option that only build settings have; nil for none.
  var givenPlace: String? {
    let options = [
      ("--xcconfig", xcconfig != nil), ("--project", project != nil), ("--target", conditions.target != nil),
      ("--sdk", !conditions.sdk.isEmpty), ("--arch", conditions.arch != nil),
    ]
    return options.first(where: \.1)?.0
  }

  /// The first given option. `--configuration` is last, because it can also select an environment.
  var given: String? { givenPlace ?? conditions.configuration.map { _ in "--configuration" } }

  /// - Throws: `SettingsCommandError.noPlace` when no option names a file, a project or a condition.
  func query(in place: SettingsContext) throws -> SettingsQuery {
    switch (xcconfig, project) {
    case (.some, .some): throw SettingsCommandError.severalPlaces
    case (let file?, nil): return try SettingsQuery(xcconfig: file, conditions, in: place)
    case (nil, let project?):
      return try SettingsQuery(project: place.projectPath(of: project), conditions, in: place)
    case (nil, nil):
      guard given != nil else { throw SettingsCommandError.noPlace }
      return try SettingsQuery(project: place.onlyProject(), conditions, in: place)
    }
  }
}
