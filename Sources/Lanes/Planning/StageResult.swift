import MartletCore

/// The results of a stage that its plan could not contain.
package struct StageResult: Sendable {
  /// By the number of their entry.
  package var commits: [Int: ObjectID] = [:]
  /// The output of captured commands, by the number of their entry.
  package var outputs: [Int: String] = [:]
  /// The results of exports, by the number of their entry.
  package var archives: [Int: ArchiveResult] = [:]
  /// The published releases, by the number of their entry.
  package var releases: [Int: ReleaseResult] = [:]
  /// What audits of releases have found right, by the number of their entry.
  package var audits: [Int: [AuditedPart]] = [:]
  /// The addresses of posts, by the number of their entry.
  package var posts: [Int: String] = [:]
  /// The declared outputs of commands, as each command left them, by the number of their entry.
  package var files: [Int: [CommittedFile]] = [:]
  /// The artifacts of commands and archives, by the number of their entry.
  package var artifacts: [Int: [Artifact]] = [:]
  /// HEAD after commands that declare that they change it, by the number of their entry.
  package var heads: [Int: HeadState] = [:]

  package init() {}

  /// The outputs of an entry for later steps.
  func outputs(ofEntry entry: Int) -> [String: String] {
    var outputs = artifacts[entry]?.outputs ?? [:]
    outputs["output"] = self.outputs[entry]
    return outputs.merging(archives[entry]?.outputs ?? [:]) { $1 }.merging(releases[entry]?.outputs ?? [:]) { $1 }
  }
}
