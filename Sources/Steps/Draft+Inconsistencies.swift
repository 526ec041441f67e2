import Lanes
import Manifests
import TextEditing
import Versioning

extension Draft {
  /// Warnings where `version`, which `survey` comes to, does not fit what else is known: a newer tag, files that say
  /// another version, tags in another form.
  package func doubts(about survey: VersionSurvey, at version: Version) throws -> [Diagnostic] {
    var doubts: [Diagnostic] = []
    if case .declared = survey.decision, let tag = try releaseTags().tags.released, version.core.precedes(tag) {
      doubts.append(
        Diagnostic(
          "the manifests say `\(version)`, and the newest tag that leads to HEAD says `\(tag)`", severity: .warning,
          hint: "raise them with `martlet bump \(tag)`"))
    }
    let stale = survey.staleSites.filter { $0.audience != .apple || $0.version.map { !$0.isInitial } ?? false }
    if !stale.isEmpty {
      let files = stale.map { "  \($0.value)  \($0.place.path):\($0.place.line)" }
      doubts.append(
        Diagnostic(
          "the version is `\(version)`, and a bump leaves \(stale.count == 1 ? "1 place" : "\(stale.count) places") "
            + "with another one unchanged", severity: .warning,
          hint: "see the reasons with `martlet version --explain`", notes: Array(files.prefix(10))))
    }
    return doubts + (try OtherTags(in: self).remarks.map { Diagnostic($0, severity: .warning) })
  }

  /// What is wrong between values that each are right: an extension without the version of its app is an error, a
  /// target whose configurations differ a warning.
  package func inconsistencies() throws -> [Diagnostic] {
    try survey().readings.flatMap { reading -> [Diagnostic] in
      guard let project = reading.manifest as? XcodeprojManifest else { return [] }
      return try project.mismatches(in: self).map { $0.diagnostic(for: project.path) }
    }
  }
}
