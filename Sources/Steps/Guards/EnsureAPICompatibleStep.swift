import Lanes
import MartletChangelogs
import MartletCore

/// Compares the public interface of a Swift package with that of its last release.
package struct EnsureAPICompatibleStep: FlowStep, CheckStep {
  package enum Reaction: String, ParameterChoice {
    case refuse, raise
  }

  package static let keyword = "api_compatible"
  package static let summary =
    "Compares the public interface with the last release, using `swift package diagnose-api-breaking-changes`, and stops if the version is too low for the changes."
  package static let parameters = [
    Parameter<Self>.main(
      "when_too_small", \.reaction,
      "`refuse`: stops the lane; `raise`: a later `bump: auto` raises the version as the interface changes require."),
    Parameter<Self>(
      "allow", \.allowList, "A file that lists intended breaking changes, in the compiler's wording, one per line."),
    Parameter<Self>("products", \.products, "The products to compare; all products if omitted."),
    Parameter<Self>("folder", \.folder, "The package's folder, relative to the repository's root."),
    Parameter<Self>("timeout", \.timeout, "The time limit in seconds."),
  ]

  package var reaction = Reaction.refuse
  package var allowList: Template?
  package var products: [Template] = []
  package var folder: Template?
  package var timeout: Seconds?

  package init() {}

  package func mistakes(id: String?) -> [StepProblem] { [allowList?.badPath, folder?.badPath].compactMap { $0 } }

  /// The step id of the comparison, which the verdict step reads.
  private static let outputID = "interface-comparison"

  package func plan(with planner: inout Planner, id: String?) throws {
    let draft = planner.draft
    guard let released = try ReleaseHistory(of: draft).released else {
      return planner.proceed(with: insertedSteps)
    }
    var run = RunStep()
    run.command = ["swift", "package", "diagnose-api-breaking-changes", Template(text: released.tag)]
    if let allowList {
      let path = try draft.path(draft.text(of: allowList))
      _ = try draft.requiredSource(at: path)
      run.command += ["--breakage-allowlist-path", Template(text: try path.string(from: folder, in: draft))]
    }
    if !products.isEmpty { run.command += ["--products"] + products }
    run.directory = folder
    run.isCaptured = true
    run.timeout = timeout
    // It exits with 1 both for breaking changes and for failed builds; the verdict step reads its output.
    run.allowedStatuses = [CommandStatus(0), CommandStatus(1)]
    var comparison = StepDeclaration(run)
    comparison.id = Self.outputID
    comparison.name = "\(EnsureStep.keyword) \(Self.keyword)"
    planner.proceed(with: [comparison] + insertedSteps)
  }

  package var insertedSteps: [StepDeclaration] {
    var verdict = InterfaceVerdictStep()
    verdict.output = Template(stringLiteral: "${steps.\(Self.outputID).output}")
    verdict.reaction = reaction
    var judgement = StepDeclaration(verdict)
    judgement.name = "\(EnsureStep.keyword) \(Self.keyword)"
    return [judgement]
  }
}

extension RelativePath {
  /// Returns the path relative to `folder`.
  fileprivate func string(from folder: Template?, in draft: Draft) throws -> String {
    guard let folder else { return string }
    let depth = try draft.path(draft.text(of: folder)).components.count
    return String(repeating: "../", count: depth) + string
  }
}
