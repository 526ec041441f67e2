import Lanes
import MartletBuildSettings
import MartletCore

/// The environment that the `.xcconfig` file of a build configuration sets.
struct ConfigurationReading {
  let name: String
  let path: RelativePath
  /// The files that were read, its own first.
  let files: [RelativePath]
  /// Whether all inclusions were read.
  let isWhole: Bool
  /// The value, then the values of lines under further conditions.
  let settings: [EnvironmentSetting]
  private let declaration: EnvironmentsDeclaration

  /// - Throws: `EnvironmentError` if there is no such file; errors of reading the files.
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
    let builtIn = SettingsLevel("", [Assignment("CONFIGURATION", builtIn: name)])
    let table = SettingsTable([builtIn, SettingsLevel(path.string, loaded.assignments)])
    settings = try EnvironmentSetting.values(of: declaration.setting, in: SettingsScope(table, for: ["config": name]))
  }

  /// Whether a line for this build configuration names an environment.
  var namesEnvironment: Bool { settings.contains { !$0.value.isEmpty } }

  /// - Throws: `EnvironmentError` for an unknown environment, and for a file that names none.
  func environment(of configuration: Configuration) throws -> Environment {
    let known = configuration.names
    let setting = settings[0]
    if setting.value.isEmpty {
      // Without the setting, the file's declared name is the environment's name.
      guard let name = declaration.environment(declaredFor: path, among: known) else {
        throw EnvironmentError([missing(known)])
      }
      return try configuration.environment(named: name)
    }
    guard known.contains(setting.value) else { throw EnvironmentError([unknown(setting, known)]) }
    return try configuration.environment(named: setting.value)
  }

  /// Returns the names in it that match none of the environments `known`.
  func unknownNames(_ known: [String]) -> [EnvironmentProblem] {
    settings.filter { !$0.value.isEmpty && !known.contains($0.value) }.map { unknown($0, known) }
  }

  /// Returns the problem that it names no environment; nil if it does, or if a missing file may.
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
  /// Returns the environment of `known` with the declared name of the `.xcconfig` file at `path`; nil for none.
  package func environment(declaredFor path: RelativePath, among known: [String]) -> String? {
    configurations.sorted { $0.key < $1.key }.first { $0.value == path && known.contains($0.key) }?.key
  }
}

extension Configuration {
  /// Returns the build configurations whose `.xcconfig` files lead to no environment. For use without a project that
  /// assigns files to configurations: it checks the declared ones, and every file under its own name.
  ///
  /// Without declared ones, each file that no other file includes is a build configuration as soon as another file
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
