import ArgumentParser

/// Under which conditions settings are looked at.
struct SettingsConditions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The build configuration; of a project the one that is released when left out.", valueName: "name"))
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
  var parameters: [String: [String]] {
    var parameters = ["config": configuration, "arch": arch, "target": target].compactMapValues { $0 }.mapValues {
      [$0]
    }
    if !sdk.isEmpty { parameters["sdk"] = sdk }
    return parameters
  }
}

/// Where settings are looked for, and under which conditions.
struct SettingsOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Read this .xcconfig file with all that it includes.", valueName: "file"))
  var xcconfig: String?

  @Option(
    help: ArgumentHelp(
      "Read the settings of a target of this .xcodeproj; otherwise of the only one.", valueName: "path"))
  var project: String?

  @OptionGroup var conditions: SettingsConditions

  /// The first option given that only build settings have; nil when none says that they are asked for.
  var givenPlace: String? {
    let options = [
      ("--xcconfig", xcconfig != nil), ("--project", project != nil), ("--target", conditions.target != nil),
      ("--sdk", !conditions.sdk.isEmpty), ("--arch", conditions.arch != nil),
    ]
    return options.first(where: \.1)?.0
  }

  /// The first option given; an environment can be asked for by a build configuration, too.
  var given: String? { givenPlace ?? conditions.configuration.map { _ in "--configuration" } }

  /// - Throws: `SettingsCommandError.noPlace` when nothing says where to look.
  func query(in place: SettingsPlace) throws -> SettingsQuery {
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
