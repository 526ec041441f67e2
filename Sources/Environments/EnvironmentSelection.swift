import BuildSettings
import Lanes
import TextEditing

/// How it is said which environment is meant.
package enum EnvironmentSelection: Hashable, Sendable {
  case named(String)
  /// Through the `.xcconfig` file of a build configuration, by the setting that says it.
  case configuration(String)
  /// By the variables of a build, otherwise by default.
  case byVariables

  /// The variable that names an environment, before those of Xcode are looked at.
  package static let variable = "MARTLET_ENVIRONMENT"

  /// The environment that is meant.
  ///
  /// Without a name these are asked, the first one that is there: `MARTLET_ENVIRONMENT`; the setting itself, which a
  /// build of Xcode's hands to its phases; `CONFIGURATION`; the declared default; the only environment.
  /// - Throws: `EnvironmentError` when that settles nothing, what reading the files throws.
  package func environment(of configuration: Configuration, from inputs: ConfigurationInputs) throws -> Environment {
    switch self {
    case .named(let name): return try configuration.environment(named: name)
    case .configuration(let name):
      return try configuration.environment(named: Self.environmentName(ofConfiguration: name, configuration, inputs))
    case .byVariables:
      let variables = inputs.variables
      for name in [Self.variable, inputs.declaration.setting] {
        if let value = variables[name], !value.isEmpty { return try configuration.environment(named: value) }
      }
      if let name = variables["CONFIGURATION"], !name.isEmpty {
        return try EnvironmentSelection.configuration(name).environment(of: configuration, from: inputs)
      }
      if let name = inputs.declaration.defaultEnvironment { return try configuration.environment(named: name.value) }
      guard configuration.environments.count == 1 else {
        throw EnvironmentError([.nothingSelected(known: configuration.names)])
      }
      return configuration.environments[0]
    }
  }

  private static func environmentName(
    ofConfiguration name: String, _ configuration: Configuration, _ inputs: ConfigurationInputs
  ) throws -> String {
    guard let path = try file(ofConfiguration: name, inputs) else {
      throw EnvironmentError([
        .noConfigurationFile(name, known: try knownConfigurations(inputs))
      ])
    }
    var loader = XcconfigLoader()
    guard let loaded = try loader.load(path, in: inputs.files) else {
      throw EnvironmentError([.missingFile(path, inputs.place(of: inputs.declaration.span))])
    }
    let madeUp = SettingsLevel("", [Assignment("CONFIGURATION", madeUp: name)])
    let table = SettingsTable([madeUp, SettingsLevel(path.string, loaded.assignments)])
    let value = try SettingsScope(table, for: ["config": name]).string(of: inputs.declaration.setting)
    if !value.isEmpty { return value }
    // Without the setting, the name under which the file is declared is that of an environment.
    if let declared = inputs.declaration.configurations.sorted(by: { $0.key < $1.key })
      .first(where: { $0.value == path && configuration.names.contains($0.key) })
    {
      return declared.key
    }
    throw EnvironmentError([.noSetting(inputs.declaration.setting, file: path, configuration: name)])
  }

  /// The declared file, by the configuration's name or its own; otherwise the only file of the project that is called so.
  private static func file(ofConfiguration name: String, _ inputs: ConfigurationInputs) throws -> RelativePath? {
    let declared = inputs.declaration.configurations
    if let path = declared[name] { return path }
    let fileName = "\(name).xcconfig"
    if let path = declared.values.sorted().first(where: { $0.lastComponent == fileName }) { return path }
    let found = try inputs.files.filePaths().filter { $0.lastComponent == fileName }
    return found.count == 1 ? found[0] : nil
  }

  private static func knownConfigurations(_ inputs: ConfigurationInputs) throws -> [String] {
    let files = try inputs.files.filePaths().filter { $0.pathExtension == "xcconfig" }
    return (inputs.declaration.configurations.keys + files.map { String($0.lastComponent.dropLast(".xcconfig".count)) })
      .sorted()
  }
}
