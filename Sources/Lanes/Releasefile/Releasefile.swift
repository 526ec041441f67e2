import MartletCore

/// The release configuration of a project.
package struct Releasefile: Sendable, Equatable {
  /// The source of a project's version.
  package enum VersionSource: String, Sendable, CaseIterable {
    case manifests
    /// Only tags, as for a Swift package.
    case tag
  }

  /// The file; nil when there is none and defaults are used.
  package var source: SourceText?
  package var project: String?
  /// Nil: detected from the repository's tags.
  package var tagFormat: TagFormat?
  package var versionSource = VersionSource.manifests
  /// Nil: found by the resolver.
  package var manifests: [ManifestDeclaration]?
  /// The targets whose version is not the project's.
  package var products: [ProductException] = []
  /// Nil: the Releasefile declares no environments.
  package var environments: EnvironmentsDeclaration?
  /// The rules that derive the next version from changes.
  package var releaseRules = ReleaseRules()
  package var changelog = ChangelogDeclaration()
  package var forge = ForgeDeclaration()
  /// Nil: the Releasefile declares no app of App Store Connect.
  package var appStore: AppStoreApp?
  /// In the order of the file.
  package var channels: [ChannelDeclaration] = []
  /// Empty: the repository is one package. In the order of the file.
  package var packages: [PackageDeclaration] = []
  /// Whether the runs of lanes have records on the remote, for other clones.
  package var keepsRecords = true
  package var lifeCycle = LifeCycle()
  /// The checks before every lane that commits or tags.
  package var defaultChecks: [StepDeclaration] = []
  /// In the order of the file.
  package var lanes: [Lane] = []

  /// Creates the defaults for a project without a Releasefile.
  package init() {}

  package func lane(named name: String) -> Lane? { lanes.first { $0.name == name } }

  /// Returns the steps that running the lane can perform: those of the lane, of its hooks, and of the lanes that it calls,
  /// each lane once, because the number of calls can grow exponentially.
  package func steps(ofLaneNamed name: String) -> [StepDeclaration] {
    var visited: Set<String> = []
    var steps = lifeCycle.steps
    var open = [name] + lifeCycle.laneCalls.map(\.lane.name)
    while let name = open.popLast() {
      guard visited.insert(name).inserted, let lane = lane(named: name) else { continue }
      steps += lane.steps + lane.lifeCycle.steps
      open += lane.laneCalls.map(\.lane.name)
    }
    return steps.flatMap(\.withNestedSteps)
  }

  /// Returns the checks before the lane that it does not declare itself: none if it neither commits nor tags, or has an
  /// empty `ensure`.
  func defaultChecks(of lane: Lane) -> [StepDeclaration] {
    let steps = steps(ofLaneNamed: lane.name)
    let own = Set(steps.map(\.keyword))
    guard !own.isDisjoint(with: ["commit", "tag"]),
      !steps.contains(where: { $0.keyword == "ensure" && $0.step.nestedSteps.isEmpty })
    else { return [] }
    return defaultChecks.filter { !own.contains($0.keyword) && !($0.keyword == "clean" && lane.allowsDirtyFiles) }
  }

  /// Whether a run of the lane may change something on a server, besides pushing the repository once.
  package func reachesServices(inLaneNamed name: String) -> Bool {
    let steps = steps(ofLaneNamed: name)
    return steps.contains(where: \.step.reachesServices) || steps.count(where: { $0.keyword == "push" }) > 1
  }

  /// Whether the lane pushes, so that its release is a tag or a commit of the remote.
  package func pushes(inLaneNamed name: String) -> Bool { steps(ofLaneNamed: name).contains { $0.keyword == "push" } }

  /// The lanes that may be run from the command line.
  package var publicLanes: [Lane] { lanes.filter { !$0.isPrivate } }

  /// The accepted names of the file at the repository's root.
  package static let fileNames = ["Releasefile", "Releasefile.yml", "Releasefile.yaml"]
}
