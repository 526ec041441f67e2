import BuildSettings
import Lanes
import TextEditing

/// What the `.xcconfig` file of a build configuration says its environment is.
struct ConfigurationReading {
  let name: String
  let path: RelativePath
  /// The files that are read, its own first.
  let files: [RelativePath]
  /// Whether everything that is included was read.
  let isWhole: Bool
  /// The value, then those of lines under further conditions.
  let settings: [EnvironmentSetting]
  private let declaration: EnvironmentsDeclaration

  /// - Throws: `EnvironmentError` where there is no such file; what reading the files throws.
  init(_ name: String, at path: RelativePath, _ inputs: ConfigurationInputs) throws {
    self.name = name
    self.path = path
    declaration = inputs.declaration
    var loader = XcconfigLoader()
    guard let loaded = try loader.load(path, in: inputs.files) else {
      throw EnvironmentError([.missingFile(path, inputs.place(of: declaration.span))])
    }
    files = loaded.files.map(\.path)
    isWhole = loaded.isWhole
    let madeUp = SettingsLevel("", [Assignment("CONFIGURATION", madeUp: name)])
    let table = SettingsTable([madeUp, SettingsLevel(path.string, loaded.assignments)])
    settings = try EnvironmentSetting.values(of: declaration.setting, in: SettingsScope(table, for: ["config": name]))
  }

  /// Whether a line for this build configuration names an environment.
  var namesEnvironment: Bool { settings.contains { !$0.value.isEmpty } }

  /// - Throws: `EnvironmentError` for a name that no environment has, and where the file has none.
  func environment(of configuration: Configuration) throws -> Environment {
    let known = configuration.names
    let setting = settings[0]
    if setting.value.isEmpty {
      // Without the setting, the name under which the file is declared is that of an environment.
      guard let name = declaration.environment(declaredFor: path, among: known) else {
        throw EnvironmentError([missing(known)])
      }
      return try configuration.environment(named: name)
    }
    guard known.contains(setting.value) else { throw EnvironmentError([unknown(setting, known)]) }
    return try configuration.environment(named: setting.value)
  }

  /// The names in it that none of the environments `known` has.
  func unknownNames(_ known: [String]) -> [EnvironmentProblem] {
    settings.filter { !$0.value.isEmpty && !known.contains($0.value) }.map { unknown($0, known) }
  }

  /// That it names no environment; nil where it does, or where a file that is not here may.
  func missingName(_ known: [String]) -> EnvironmentProblem? {
    guard isWhole, !namesEnvironment, declaration.environment(declaredFor: path, among: known) == nil else {
      return nil
    }
    return missing(known)
  }

  private func unknown(_ setting: EnvironmentSetting, _ known: [String]) -> EnvironmentProblem {
    .unknownEnvironmentInSetting(setting.value, known: known, of: BuildConfigurations(name), setting.place ?? start)
  }

  private func missing(_ known: [String]) -> EnvironmentProblem {
    .noSetting(declaration.setting, known: known, of: BuildConfigurations(name), start)
  }

  private var start: Place { Place(path: path, line: 1, column: 1) }
}

extension EnvironmentsDeclaration {
  /// The environment of `known` under whose name the `.xcconfig` file at `path` is declared; nil for none.
  package func environment(declaredFor path: RelativePath, among known: [String]) -> String? {
    configurations.sorted { $0.key < $1.key }.first { $0.value == path && known.contains($0.key) }?.key
  }
}

extension Configuration {
  /// The build configurations whose `.xcconfig` files do not lead to an environment, where no project says which file
  /// belongs to which: those that are declared, and every file under its own name.
  ///
  /// Without declared ones, a file that no other one includes stands for a build configuration as soon as another file
  /// names an environment.
  package func findings(inFilesOf inputs: ConfigurationInputs) throws -> [ConfigurationFinding] {
    let declared = inputs.declaration.configurations.sorted { $0.key < $1.key }
    let paths = try inputs.files.filePaths().filter { path in
      path.pathExtension == "xcconfig" && !declared.contains { $0.value == path }
    }
    let named = try declared.map { try ConfigurationReading($0.key, at: $0.value, inputs) }
    let others = try paths.map { path in
      try ConfigurationReading(String(path.lastComponent.dropLast(".xcconfig".count)), at: path, inputs)
    }
    var problems = (named + others).flatMap { $0.unknownNames(names) }
    if !declared.isEmpty {
      problems += named.compactMap { $0.missingName(names) }
    } else if others.contains(where: \.namesEnvironment) {
      let included = Set(others.flatMap { $0.files.dropFirst() })
      problems += others.filter { !included.contains($0.path) }.compactMap { $0.missingName(names) }
    }
    return problems.mergedByPlace.map(ConfigurationFinding.environment)
  }
}
