import MartletCore

extension Planner {
  /// Inserts `steps` before the remaining work.
  package mutating func proceed(with steps: [StepDeclaration]) {
    prepend(steps.map(Work.step))
  }

  /// Inserts `steps` for each of `packages` before the remaining work, as if each were the whole project.
  package mutating func proceed(with steps: [StepDeclaration], forPackages packages: [PackageDeclaration]) {
    let pieces = packages.flatMap { [Work.focus($0.name)] + steps.map(Work.step) }
    packagesToRelease = packages.count
    prepend(pieces + [.focus(draft.package?.name)])
  }

  /// Makes `package` the project of the next steps; nil: the whole project.
  ///
  /// The remaining steps are skipped if no package had anything to release. A commit or a tag of an earlier step still has
  /// to be pushed.
  mutating func focus(onPackage package: String?) throws {
    draft.focus(onPackage: package)
    guard package == nil, packagesToRelease == 0, !draft.hasCreatedCommit, draft.ownTags.isEmpty else { return }
    try skipRest()
  }

  /// Skips the remaining steps: all of them, or those of the current package. Clean-up work still runs.
  mutating func skipRest() throws {
    hasEndedEarly = true
    guard draft.package != nil else {
      work = []
      return
    }
    packagesToRelease -= 1
    while let next = work.popLast() {
      switch next {
      case .focus:
        work.append(next)
        return
      case .leave, .use, .endConfirmation: try perform(next)
      case .step, .enter: break
      }
    }
  }

  /// Whether the lane found nothing to release, in the project or in any package.
  package var hasNothingToRelease: Bool { hasEndedEarly && draft.progress.versions.isEmpty }
}
