import Environments
import Lanes
import MartletManifests
import MartletTextEditing

extension EnvironmentQuery {
  /// Returns the problems of build configurations that do not select an environment.
  ///
  /// Projects whose targets never use the setting are ignored. Without others, the names of `.xcconfig` files are used.
  func configurationFindings() throws -> [ConfigurationFinding] {
    let targets = try draft.xcodeProjects().map { path in
      // An unreadable project is not an error of the environments.
      (try? XcodeprojManifest(path: path).configuredTargets(in: draft)) ?? []
    }.filter { $0.contains(where: uses) }
    guard !targets.isEmpty else { return try configuration.findings(inFilesOf: inputs) }
    return try targets.flatMap(problems).mergedByPlace.map(ConfigurationFinding.environment)
  }

  private func uses(_ target: ConfiguredTarget) -> Bool {
    !target.scope.table.assignments(of: inputs.declaration.setting).isEmpty
  }

  /// Returns the problems of one project. A target that never uses the setting is ignored, unless it builds an app.
  private func problems(of targets: [ConfiguredTarget]) throws -> [EnvironmentProblem] {
    let (known, declaration) = (configuration.names, inputs.declaration)
    let users = Set(targets.filter(uses).map(\.name))
    return try targets.flatMap { target -> [EnvironmentProblem] in
      let owner = BuildConfigurations(target.configuration, target: target.name)
      let values = try EnvironmentSetting.values(of: declaration.setting, in: target.scope).filter { !$0.value.isEmpty }
      guard values.isEmpty else {
        return values.filter { !known.contains($0.value) }.map { setting in
          .unknownEnvironmentInSetting(setting.value, known: known, of: owner, setting.place ?? target.place)
        }
      }
      guard target.isWhole, target.isApp || users.contains(target.name),
        !target.files.contains(where: { declaration.environment(declaredFor: $0, among: known) != nil })
      else { return [] }
      return [.noSetting(declaration.setting, known: known, of: owner, target.place)]
    }
  }
}
