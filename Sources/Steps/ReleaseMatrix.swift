import Lanes
import TextEditing
import Versioning

/// The packages of a repository that there is something to release of, as jobs of which some have to wait for others.
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
    /// Those of the others that the package is directly built on.
    package let needs: [String]
    /// How many jobs have to be done one after the other before this one.
    package let wave: Int
  }

  /// One wave after the other, otherwise in the order of the Releasefile.
  package var jobs: [Job] { waves.flatMap(\.self) }

  /// The jobs that need none of each other, those first that the next ones need.
  package let waves: [[Job]]

  /// - Throws: `Failure.noPackages`; a `StepFailure` where the version of a package cannot be told.
  package init(_ releasefile: Releasefile, in world: World) throws {
    guard let packages = releasefile.packagesInOrder, !packages.isEmpty else { throw Failure.noPackages }
    var bump = BumpStep()
    bump.change = Template(text: BumpStep.automatic)
    var step = PackagesStep()
    step.steps = [StepDeclaration(bump)]
    var planner = Planner([StepDeclaration(step)], title: "matrix", of: releasefile, in: world)
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
