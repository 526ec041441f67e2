import Environments
import Lanes
import MartletCore
import MartletManifests

extension EnvironmentQuery {
  /// Returns the problems of build configurations that do not select an environment.
  ///
  /// Projects whose targets never use the setting, also not in an Info.plist, are ignored, if the app does not need it
  /// or another project uses it. Without others, the names of `.xcconfig` files are used.
  func configurationFindings() throws -> [ConfigurationFinding] {
    let projects = try draft.xcodeProjects().map { path in
      // An unreadable project is not an error of the environments.
      (try? XcodeprojManifest(path: path).configuredTargets(in: draft)) ?? []
    }
    var targets = projects.filter { $0.contains(where: uses) }
    if targets.isEmpty, isChosenAtRunTime, configuration.names.count > 1 {
      targets = projects.filter { $0.contains(where: \.isApp) }
    }
    guard !targets.isEmpty else { return try configuration.findings(inFilesOf: inputs) }
    return try (targets.flatMap(problems).mergedByPlace + targets.flatMap(plistProblems))
      .map(ConfigurationFinding.environment)
  }

  /// Whether the Info.plist of an app selects its environment, because the generated type contains all of them.
  private var isChosenAtRunTime: Bool {
    inputs.declaration.outputs.contains { $0.isAboutAll && $0.template == nil }
  }

  private func uses(_ target: ConfiguredTarget) -> Bool {
    let setting = inputs.declaration.setting
    return !target.scope.table.assignments(of: setting).isEmpty
      || infoPlist(of: target).map(InfoPlistKey(setting).isUsed) == true
  }

  private func infoPlist(of target: ConfiguredTarget) -> SourceText? {
    // An unreadable file is reported by the build.
    target.infoPlist.flatMap { (try? draft.source(at: $0)) ?? nil }
  }

  /// Returns a problem for each app or extension whose Info.plist does not name the environment for the generated type.
  private func plistProblems(of targets: [ConfiguredTarget]) -> [EnvironmentProblem] {
    guard isChosenAtRunTime else { return [] }
    let setting = inputs.declaration.setting
    return targets.filter(\.isApp).reduce(into: []) { problems, target in
      let plist = infoPlist(of: target)
      guard plist.map(InfoPlistKey(setting).exists) != true else { return }
      let place = plist.map { Place(path: $0.path, line: 1, column: 1) } ?? target.place
      let problem = EnvironmentProblem.noInfoPlistKey(setting, target: target.name, plist: plist?.path, place)
      if !problems.contains(where: { $0.diagnostic.message == problem.diagnostic.message }) { problems.append(problem) }
    }
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
