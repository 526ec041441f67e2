import MartletCore

/// What performing an entry gave, which its plan could not contain. The journal has it as it is. Values of other kinds of
/// effects are nil.
package struct Outcome: Hashable, Sendable, Codable {
  /// The commit that it made.
  package var commit: ObjectID?
  /// The captured output of a command.
  package var output: String?
  /// The declared outputs of a command, as it left them.
  package var files: [CommittedFile]?
  /// HEAD after a command that declares that it changes it.
  package var head: HeadState?
  /// The archive that it wrote.
  package var archive: ArchiveResult?
  /// The files that it made for a release.
  package var artifacts: [Artifact]?
  /// The release that it published.
  package var release: ReleaseResult?
  /// What an audit has found right.
  package var audit: [AuditedPart]?
  /// The address of the announcement that it posted, or the id that App Store Connect gave it.
  package var post: String?

  package init(
    commit: ObjectID? = nil, output: String? = nil, files: [CommittedFile]? = nil, post: String? = nil
  ) {
    (self.commit, self.output, self.files, self.post) = (commit, output, files, post)
  }

  /// The part about files that it has built.
  package var built: Outcome {
    var outcome = Outcome()
    (outcome.files, outcome.archive, outcome.artifacts) = (files, archive, artifacts)
    return outcome
  }

  /// The outputs for later steps, by their names.
  var outputs: [String: String] {
    var outputs = artifacts?.outputs ?? [:]
    outputs["output"] = output
    return outputs.merging(archive?.outputs ?? [:]) { $1 }.merging(release?.outputs ?? [:]) { $1 }
  }
}

/// The outcomes of entries, by their numbers.
package typealias Outcomes = [Int: Outcome]
