import Lanes
import MartletBuildSettings
import MartletCore

/// How the environment is selected.
package enum EnvironmentSelection: Hashable, Sendable {
  case named(String)
  /// By the `.xcconfig` file of a build configuration and its setting.
  case configuration(String)
  /// By the variables of a build, else by default.
  case byVariables

  /// The variable that selects an environment, before Xcode's variables.
  package static let variable = "MARTLET_ENVIRONMENT"

  /// Returns the selected environment.
  ///
  /// Without a name, the first of these that exists decides: `MARTLET_ENVIRONMENT`; the setting itself, which an Xcode
  /// build passes to its phases; `CONFIGURATION`; the declared default; the only environment.
  /// - Throws: `EnvironmentError` when none of them exists; errors of reading the files.
  package func environment(of configuration: Configuration, from inputs: ConfigurationInputs) throws -> Environment {
    switch self {
    case .named(let name): return try configuration.environment(named: name)
    case .configuration(let name):
      return try Self.reading(ofConfiguration: name, inputs).environment(of: configuration)
    case .byVariables:
      let variables = inputs.variables
      for name in [Self.variable, inputs.declaration.setting] {
        guard let value = variables[name], !value.isEmpty else { continue }
        if name != Self.variable, !configuration.names.contains(value) {
          try Self.explain(value, of: configuration, inputs)
        }
        return try configuration.environment(named: value)
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

  /// Throws the error that names the line of an `.xcconfig` file that sets the unknown environment `value`, if it can
  /// be found.
  private static func explain(
    _ value: String, of configuration: Configuration, _ inputs: ConfigurationInputs
  ) throws {
    guard let name = inputs.variables["CONFIGURATION"], !name.isEmpty,
      let reading = try? reading(ofConfiguration: name, inputs), reading.settings[0].value == value
    else { return }
    _ = try reading.environment(of: configuration)
  }

  /// - Throws: `EnvironmentError` without a known file for the build configuration `name`.
  private static func reading(
    ofConfiguration name: String, _ inputs: ConfigurationInputs
  ) throws -> ConfigurationReading {
    guard let path = try file(ofConfiguration: name, inputs) else {
      throw EnvironmentError([
        .noConfigurationFile(name, known: try knownConfigurations(inputs))
      ])
    }
    return try ConfigurationReading(name, at: path, inputs)
  }

  /// Returns the declared file, by the configuration's name or its own; else the only file of the project with that
  /// name.
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
