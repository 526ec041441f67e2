import MartletCore

/// How the files of a release were made: an in-toto statement with SLSA's predicate for provenance.
///
/// Sources: https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md and
/// https://slsa.dev/spec/v1.0/provenance. It claims no level of SLSA: who signs it vouches for it.
package struct Provenance: Sendable {
  package static let statementType = "https://in-toto.io/Statement/v1"
  package static let predicateType = "https://slsa.dev/provenance/v1"
  /// The ending of the names of such files.
  package static let fileSuffix = ".intoto.json"
  /// The meaning of the parameters: a lane of a Releasefile.
  private static let buildType = "urn:martlet:lane:v1"

  /// A source of the files.
  package struct Source: Sendable {
    /// Such as `https://github.com/owner/name`, without a password.
    package let address: String
    /// The full name of a reference, or a version; nil if it is unknown.
    package let reference: String?
    package let commit: String

    package init(address: String, reference: String?, commit: String) {
      self.address = address
      self.reference = reference
      self.commit = commit
    }

    /// A download location of SPDX 2.3, 7.7.
    fileprivate var uri: String {
      let scheme = address.contains("://") ? "git+" : "git+ssh://"
      return "\(scheme)\(address)\(reference.map { "@\($0)" } ?? "")"
    }

    fileprivate var descriptor: JSONText {
      .members(["uri": .string(uri), "digest": .members(["gitCommit": .string(commit)])])
    }
  }

  /// The names and the SHA-256 of the files.
  package var files: [(name: String, digest: String)] = []
  /// The repository itself.
  package let source: Source
  /// The packages that the files are built with.
  package var packages: [Source] = []
  /// Nil for steps without a lane.
  package let lane: String?
  /// What the run did to make the files, in order, as the plan shows it.
  package let effects: [String]
  /// Nil: this machine.
  package let pipeline: Pipeline?

  package init(of source: Source, lane: String?, effects: [String], pipeline: Pipeline?) {
    (self.source, self.lane, self.effects, self.pipeline) = (source, lane, effects, pipeline)
  }

  package var json: String {
    let subjects = files.map { file in
      JSONText.members(["name": .string(file.name), "digest": .members(["sha256": .string(file.digest)])])
    }
    let plan = ContentDigest(of: Array(effects.map { "\($0)\n" }.joined().utf8)).hex
    let definition = JSONText.members([
      "buildType": .string(Self.buildType),
      "externalParameters": .members([
        "repository": .string(source.address), "ref": source.reference.map(JSONText.string),
        "lane": lane.map(JSONText.string),
      ]),
      "internalParameters": .members([
        "plan": .list(effects.map(JSONText.string)), "planDigest": .members(["sha256": .string(plan)]),
      ]),
      "resolvedDependencies": .list([source.descriptor] + packages.map(\.descriptor)),
    ])
    let details = JSONText.members([
      "builder": .members(["id": .string("urn:martlet:builder:\(pipeline?.system.id ?? "local")")]),
      "metadata": pipeline?.buildNumber.map { .members(["invocationId": .string($0)]) },
    ])
    return JSONText.members([
      "_type": .string(Self.statementType), "subject": .list(subjects), "predicateType": .string(Self.predicateType),
      "predicate": .members(["buildDefinition": definition, "runDetails": details]),
    ]).document
  }
}

extension Draft {
  /// What the run does before this step, as the plan shows it.
  package var effectPhrases: [String] {
    progress.effects[progress.droppedCount...].map(\.summary.phrase)
  }
}
