import Changelogs
import Lanes
import TextEditing
import Versioning

/// Compares the public interface of a Swift package with that of its last release.
package struct EnsureAPICompatibleStep: FlowStep {
  package enum Reaction: String, ParameterChoice {
    case refuse, raise
  }

  package static let keyword = "ensure_api_compatible"
  package static let summary =
    "Compares the public interface with the last release, by `swift package diagnose-api-breaking-changes`, and stops where the version says less than what has changed."
  package static let parameters = [
    Parameter<Self>.main(
      "when_too_small", \.reaction,
      "`refuse`: stops the lane; `raise`: a `bump: auto` after it goes as far as the interface demands."),
    Parameter<Self>(
      "allow", \.allowList, "A file with the changes that are meant to go, as the compiler words them, a line each."),
    Parameter<Self>("products", \.products, "The products that are compared; all of them when none is given."),
    Parameter<Self>("folder", \.folder, "The package's folder, from the repository's root."),
    Parameter<Self>("timeout", \.timeout, "After how many seconds the comparison is ended."),
  ]

  package var reaction = Reaction.refuse
  package var allowList: Template?
  package var products: [Template] = []
  package var folder: Template?
  package var timeout: Seconds?

  package init() {}

  package func mistakes(id: String?) -> [StepMistake] { [allowList?.badPath, folder?.badPath].compactMap { $0 } }

  /// What the comparison's output is called between the two steps that this one is made of.
  private static let outputID = "interface-comparison"

  package func plan(with planner: inout Planner, id: String?) throws {
    let draft = planner.draft
    guard let released = try ReleaseHistory(of: draft).released else {
      return planner.proceed(with: [StepDeclaration(InterfaceVerdictStep())])
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
    // It ends with 1 for what it finds as well as for what it cannot build; the output tells which.
    run.allowedStatuses = [CommandStatus(0), CommandStatus(1)]
    var comparison = StepDeclaration(run)
    comparison.id = Self.outputID
    comparison.name = Self.keyword
    var verdict = InterfaceVerdictStep()
    verdict.output = Template(stringLiteral: "${steps.\(Self.outputID).output}")
    verdict.released = released
    verdict.reaction = reaction
    var judgement = StepDeclaration(verdict)
    judgement.name = Self.keyword
    planner.proceed(with: [comparison, judgement])
  }
}

extension RelativePath {
  /// The path as a program reads it that runs in `folder`.
  fileprivate func string(from folder: Template?, in draft: Draft) throws -> String {
    guard let folder else { return string }
    let depth = try draft.path(draft.text(of: folder)).components.count
    return String(repeating: "../", count: depth) + string
  }
}
