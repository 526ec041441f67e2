import Lanes
import MartletCore
import MartletManifests

/// Repositories of packages that depend on each other, in the order of their releases.
package struct ReleaseTrain: Equatable {
  /// A repository, as it is now.
  package struct Repository: Equatable, Sendable {
    /// The folder, as the list has it.
    package let name: String
    /// The highest release that is reachable from HEAD; nil before the first one.
    package let released: Version?
    /// Whether HEAD is a release.
    package let isReleased: Bool
    /// The packages in the root's Package.swift that it depends on; empty without one.
    package let dependencies: [PackageDependency]
    /// SwiftPM's identities of the package: of the folder, and of the addresses of the remotes.
    package let identities: Set<String>
    /// Whether a run in it has stopped.
    package let hasUnfinishedRun: Bool

    package init(_ name: String, of draft: Draft, hasUnfinishedRun: Bool) throws {
      let releases = try draft.releases()
      let head = try draft.workspace.head().commit
      self.name = name
      self.hasUnfinishedRun = hasUnfinishedRun
      released = try draft.newestReachable(of: releases.filter { !$0.version.isPrerelease })?.version
      isReleased = releases.contains { $0.commit == head }
      dependencies =
        try draft.source(at: draft.path(PackageDescription.fileName)).map { PackageDescription($0).dependencies } ?? []
      let addresses = try [draft.workspace.folderName] + draft.workspace.remoteAddresses()
      identities = Set(addresses.map(PackageDependency.identity(ofAddress:)))
    }

    /// Whether HEAD is not released, or a run has stopped.
    package var isOpen: Bool { !isReleased || hasUnfinishedRun }
  }

  package struct Job: Equatable {
    package let repository: Repository
    /// The repositories of the train that this one depends on directly, in the order of the list.
    package let needs: [String]
    /// The number of jobs that must run before this one, one after the other.
    package let wave: Int
    /// The dependencies with a release that is newer than the required version.
    package let raises: [DependencyRaise]
    /// Whether there is something to release: in the repository itself, or in one that it depends on.
    package let isOpen: Bool
  }

  /// Ordered by wave, then as in the list.
  package let jobs: [Job]

  /// - Parameter others: The newest releases of packages in other repositories, by identity.
  /// - Throws: `Failure.twoRepositories` for two repositories of one package, `.circularTrain`.
  package init(_ repositories: [Repository], others: [String: Version] = [:]) throws(Failure) {
    var indices: [String: Int] = [:]
    for (index, repository) in repositories.enumerated() {
      for identity in repository.identities.sorted() {
        if let other = indices[identity] {
          throw .twoRepositories(of: identity, [repositories[other].name, repository.name])
        }
        indices[identity] = index
      }
    }
    let needs = repositories.enumerated().map { number, repository in
      Set(repository.dependencies.compactMap { indices[$0.identity] }).subtracting([number]).sorted()
    }
    let versions = indices.compactMapValues { repositories[$0].released }.merging(others) { own, _ in own }
    var jobs: [Int: Job] = [:]
    var left = Array(repositories.indices)
    while !left.isEmpty {
      let ready = left.filter { index in needs[index].allSatisfy { jobs[$0] != nil } }
      guard !ready.isEmpty else { throw .circularTrain(left.map { repositories[$0].name }) }
      let wave = ready.map { index in
        Self.job(repositories[index], after: needs[index].compactMap { jobs[$0] }, versions: versions)
      }
      for (index, job) in zip(ready, wave) { jobs[index] = job }
      left.removeAll { jobs[$0] != nil }
    }
    self.jobs = repositories.indices.compactMap { jobs[$0] }.enumerated()
      .sorted { ($0.element.wave, $0.offset) < ($1.element.wave, $1.offset) }.map(\.element)
  }

  private static func job(_ repository: Repository, after jobs: [Job], versions: [String: Version]) -> Job {
    let raises = repository.raises(to: versions)
    return Job(
      repository: repository, needs: jobs.map(\.repository.name), wave: jobs.map { $0.wave + 1 }.max() ?? 0,
      raises: raises,
      isOpen: repository.isOpen || !raises.isEmpty || jobs.contains(where: \.isOpen))
  }

  /// Groups of independent jobs; each group depends on earlier groups only.
  package var waves: [[Job]] {
    let count = jobs.map { $0.wave + 1 }.max() ?? 0
    var waves = [[Job]](repeating: [], count: count)
    for job in jobs { waves[job.wave].append(job) }
    return waves
  }
}

/// A dependency whose required version is raised.
package struct DependencyRaise: Equatable, Sendable {
  package let identity: String
  package let version: Version
}

extension ReleaseTrain.Repository {
  /// Returns the dependencies that require less than `versions`, which are by identity.
  package func raises(to versions: [String: Version]) -> [DependencyRaise] {
    var seen: Set<String> = []
    return dependencies.compactMap { dependency in
      guard let version = versions[dependency.identity], let lowest = dependency.lowest, lowest.precedes(version),
        seen.insert(dependency.identity).inserted
      else { return nil }
      return DependencyRaise(identity: dependency.identity, version: version)
    }
  }

  /// Returns the highest release among the names of tags, by the two forms that SwiftPM accepts: `1.4.0` and `v1.4.0`.
  ///
  /// Source: SwiftPM, `Sources/PackageGraph/…/SourceControlPackageContainer.swift`.
  package static func highestRelease(among tags: [String]) -> Version? {
    tags.compactMap { try? Version($0.hasPrefix("v") ? String($0.dropFirst()) : $0) }
      .filter { $0.components.count == 3 && !$0.isPrerelease }.max { $0.precedes($1) }
  }
}

extension Failure {
  static func twoRepositories(of package: String, _ names: [String]) -> Failure {
    Failure(
      "two repositories of the package `\(package)`: \(names.quotedList)", hint: "remove one of them from the list",
      exit: .usage)
  }

  static func circularTrain(_ names: [String]) -> Failure {
    Failure(
      "circular dependencies among \(names.quotedList), so no order of releases is possible",
      hint: "remove one of the dependencies from its `Package.swift`")
  }
}
