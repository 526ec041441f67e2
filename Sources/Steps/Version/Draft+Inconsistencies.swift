import Lanes
import MartletCore
import MartletManifests

extension Draft {
  /// Returns warnings where `version`, the result of `survey`, contradicts other facts: a newer tag, or files with
  /// another version.
  package func inconsistencies(of survey: VersionSurvey, at version: Version) throws -> [Diagnostic] {
    var found: [Diagnostic] = []
    if case .declared = survey.decision, let tag = try releaseTags().tags.released, version.core.precedes(tag) {
      found.append(
        Diagnostic(
          "the version in the manifests is `\(version)`, but the newest tag reachable from HEAD is `\(tag)`",
          severity: .warning,
          hint:
            "raise the manifests with `martlet bump \(tag)\(package.map { " --package \($0.name.shellWord)" } ?? "")`"))
    }
    let stale = survey.staleSites.filter { $0.audience != .apple || $0.version.map { !$0.isInitial } ?? false }
    if !stale.isEmpty {
      let files = stale.map { "  \($0.value)  \($0.place.path):\($0.place.line)" }
      found.append(
        Diagnostic(
          "the version is `\(version)`, but a bump leaves \(stale.count == 1 ? "1 place" : "\(stale.count) places") "
            + "with another version unchanged", severity: .warning,
          hint: "list the reasons with `martlet version --explain`", notes: Array(files.prefix(10))))
    }
    return found
  }
}
