import Lanes
import MartletCore

/// Runs steps for each package of the repository.
package struct PackagesStep: FlowStep {
  package static let keyword = "packages"
  package static let phase = StepPhase.always
  package static let summary =
    "Runs its steps for each package, dependencies first. After `bump: auto`, the remaining steps are skipped for a package with nothing to release."
  package static let parameters = [
    Parameter<Self>.main(
      "steps", \.steps, "The steps to run; in them, `${project}`, `${version}` and `${tag}` are the package's.",
      .required),
    Parameter<Self>("only", \.only, "The names of the packages; all packages if omitted."),
  ]

  package var only: [Template] = []
  package var steps: [StepDeclaration] = []

  package init() {}

  package var nestedSteps: [StepDeclaration] { steps }

  package var laneCalls: [LaneCall] { steps.flatMap(\.laneCalls) }

  package func plan(with planner: inout Planner, id: String?) throws {
    let draft = planner.draft
    let names = try only.map(draft.text(of:))
    guard let packages = draft.releasefile.packagesInOrder, !packages.isEmpty else { throw Failure.noPackages }
    if let unknown = names.first(where: { name in !packages.contains { $0.name == name } }) {
      throw Failure.unknownPackage(unknown, known: packages.map(\.name))
    }
    planner.proceed(with: steps, forPackages: packages.filter { names.isEmpty || names.contains($0.name) })
  }
}

extension Failure {
  package static let noPackages = Failure(
    "the Releasefile declares no packages", hint: "declare them with `packages:`", exit: .badReleasefile)

  package static func unknownPackage(_ name: String, known: [String]) -> Failure {
    Failure(
      "unknown package `\(name)`, expected one of \(known.quotedList)", hint: known.suggestion(for: name), exit: .usage)
  }
}
