/// A CI system: how it is detected, what its variables say, and what is written for it.
///
/// Each system is one file in `Systems`, and one line of `all`.
package struct CISystem: Sendable {
  /// What `MARTLET_CI` and `martlet init --ci` call it.
  package let id: String
  /// As its makers write it.
  package let name: String
  /// The files that configure it, from the repository's root; a folder ends with a slash.
  package let configuration: [String]
  /// Whether the variables say that it runs this process.
  let isDetected: @Sendable (PipelineVariables) -> Bool
  /// The ids of the systems whose variables it sets beside its own.
  let imitates: [String]
  /// Reads what it builds.
  let read: @Sendable (inout Pipeline, PipelineVariables) -> Void
  /// How its log shows sections and problems; nil where it cannot.
  package let log: LogMarkup?
  /// What makes it clone all commits and tags; nil where this is not known.
  package let wholeClone: CloneRemedy?
  /// The pipeline that is written for it; nil where there is no template.
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
  /// Every system that Martlet knows, in the order of help and messages. Where two are detected whose variables say as much,
  /// the first one counts.
  package static let all: [CISystem] = [
    .github, .forgejo, .gitea, .woodpecker, .gitlab, .xcodeCloud, .buildkite, .circleci, .jenkins, .bitrise, .azure,
    .bitbucket, .other,
  ]

  /// `CI` is set, and no variable says by which system.
  package static let other = CISystem(
    "other", name: "a CI system", isDetected: { $0["CI"] != nil || $0["TEAMCITY_VERSION"] != nil }, read: { _, _ in })
}

extension CISystem: Hashable {
  package static func == (one: CISystem, other: CISystem) -> Bool { one.id == other.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension CISystem: CustomStringConvertible {
  package var description: String { name }
}
