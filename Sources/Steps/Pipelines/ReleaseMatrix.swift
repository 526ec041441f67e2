import Lanes
import MartletCore

/// The releasable packages of a repository as jobs, with the order of their dependencies.
///
/// They are what `packages: [bump: auto]` would release, with the same versions.
package struct ReleaseMatrix: Equatable {
  package struct Job: Equatable {
    package let package: String
    /// The folder that the package is in; nil: the repository's root.
    package let folder: RelativePath?
    /// The version before it is nil for the first one.
    package let version: VersionState
    package let tag: String
    /// The packages with jobs that this package directly depends on.
    package let needs: [String]
    /// The number of jobs that must run before this one, one after the other.
    package let wave: Int
  }

  /// Ordered by wave, then by the order in the Releasefile.
  package var jobs: [Job] { waves.flatMap(\.self) }

  /// Groups of independent jobs; each group depends on earlier groups only.
  package let waves: [[Job]]

  /// - Throws: `Failure.noPackages`; a `StepFailure` where the version of a package is unknown.
  package init(_ releasefile: Releasefile, in context: PlanningContext) throws {
    guard let packages = releasefile.packagesInOrder, !packages.isEmpty else { throw Failure.noPackages }
    var bump = BumpStep()
    bump.change = Template(text: BumpStep.automatic)
    var step = PackagesStep()
    step.steps = [StepDeclaration(bump)]
    var planner = Planner([StepDeclaration(step)], title: "matrix", of: releasefile, in: context)
    _ = try planner.preview()
    var waves: [String: Int] = [:]
    let jobs: [Job] = packages.compactMap { package in
      guard let version = planner.draft.changedVersion(ofPackage: package.name) else { return nil }
      let needs = package.dependencies.filter { waves[$0] != nil }
      let wave = needs.compactMap { waves[$0] }.max().map { $0 + 1 } ?? 0
      waves[package.name] = wave
      return Job(
        package: package.name, folder: package.folder, version: version,
        tag: package.tagFormat.tag(for: version.current), needs: needs, wave: wave)
    }
    let count = jobs.map { $0.wave + 1 }.max() ?? 0
    self.waves = (0..<count).map { wave in jobs.filter { $0.wave == wave } }
  }
}
