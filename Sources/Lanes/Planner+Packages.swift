import TextEditing

extension Planner {
  /// Has `steps` planned next.
  package mutating func proceed(with steps: [StepDeclaration]) {
    prepend(steps.map(Work.step))
  }

  /// Has `steps` planned next for each of `packages`, in their order, as if each were all of the project.
  package mutating func proceed(with steps: [StepDeclaration], forPackages packages: [PackageDeclaration]) {
    let pieces = packages.flatMap { [Work.focus($0.name)] + steps.map(Work.step) }
    prepend(pieces + [.focus(draft.package?.name)])
  }

  /// Leaves out what is left to do, where a package is looked at only for that. What is done in the end is still done.
  mutating func skipRest() throws {
    hasEndedEarly = true
    guard draft.package != nil else {
      work = []
      return
    }
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

  /// Whether the lane found that there is nothing to release, of no package.
  package var hasNothingToRelease: Bool { hasEndedEarly && draft.progress.versions.isEmpty }
}
