/// A CI system: its detection, its variables, its log markup and the pipeline that `init --ci` writes for it.
///
/// Each system has one file in `Systems` and one element in `all`.
package struct CISystem: Sendable {
  /// The identifier in `MARTLET_CI` and `martlet init --ci`.
  package let id: String
  /// The official name.
  package let name: String
  /// The paths of its configuration files, from the repository's root; a folder ends with a slash.
  package let configuration: [String]
  /// Whether the variables show that it runs this process.
  let isDetected: @Sendable (PipelineVariables) -> Bool
  /// The ids of the systems whose variables it also sets.
  let imitates: [String]
  /// Reads branch, tag, commit and pull request from the variables.
  let read: @Sendable (inout Pipeline, PipelineVariables) -> Void
  /// The markup of sections and problems in its log; nil for none.
  package let log: LogMarkup?
  /// The setting that makes it clone all commits and tags; nil when unknown.
  package let wholeClone: CloneRemedy?
  /// The pipeline that `init --ci` writes; nil without a template.
  package let pipeline: PipelineFile?

  init(
    _ id: String, name: String, configuration: [String] = [],
    isDetected: @escaping @Sendable (PipelineVariables) -> Bool, imitates: [String] = [],
    read: @escaping @Sendable (inout Pipeline, PipelineVariables) -> Void, log: LogMarkup? = nil,
    wholeClone: CloneRemedy? = nil, pipeline: PipelineFile? = nil
  ) {
    self.id = id
    self.name = name
    self.configuration = configuration
    self.isDetected = isDetected
    self.imitates = imitates
    self.read = read
    self.log = log
    self.wholeClone = wholeClone
    self.pipeline = pipeline
  }
}

extension CISystem {
  /// All supported systems, in the order of help and messages. If the variables of two detected systems have equal
  /// evidence, the first one is used.
  package static let all: [CISystem] = [
    .github, .forgejo, .gitea, .woodpecker, .gitlab, .xcodeCloud, .buildkite, .circleci, .jenkins, .bitrise, .azure,
    .bitbucket, .other,
  ]

  /// Any other system. Martlet cannot read what started its pipelines, so they are not trusted.
  package static let other = CISystem(
    "other", name: "a CI system", isDetected: { variables in signs.contains { variables[$0] != nil } },
    read: { pipeline, _ in pipeline.unknownEvent = "" })

  /// `CI`, and a variable of each well-known system that may not set it (https://github.com/watson/ci-info, `vendors.json`).
  private static let signs = [
    "CI", "CONTINUOUS_INTEGRATION", "TEAMCITY_VERSION", "APPCENTER_BUILD_ID", "APPVEYOR", "BUILDER_OUTPUT", "CIRRUS_CI",
    "CM_BUILD_ID", "CODEBUILD_BUILD_ID", "DRONE", "GO_PIPELINE_LABEL", "HARNESS_BUILD_ID",
    "PROW_JOB_ID", "SCREWDRIVER", "SEMAPHORE", "TRAVIS", "bamboo_planKey",
  ]
}

extension CISystem: Hashable {
  package static func == (one: CISystem, other: CISystem) -> Bool { one.id == other.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension CISystem: CustomStringConvertible {
  package var description: String { name }
}

/// The setting that makes a CI system clone the whole history with its tags.
package struct CloneRemedy: Hashable, Sendable {
  /// The place for the lines, such as a file.
  package let place: String
  package let lines: [String]

  /// The place, then the indented lines.
  package var notes: [String] { ["\(place):"] + lines.map { "  " + $0 } }
}
