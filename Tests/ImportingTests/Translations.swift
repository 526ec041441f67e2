import Lanes
import MartletCore
import Steps
import TestSupport

/// The body of the Releasefile for the Fastfile `text`, and the list of untranslated parts.
func translation(_ text: String, path: RelativePath = "Fastfile") -> (body: String, notes: [String]) {
  let body = Fastfile(SourceText(path: path, text: text)).translated()
  return (body.lines.dropFirst().joined(separator: "\n"), body.notes.map(\.description))
}

/// The steps of a lane with these statements.
func steps(_ statements: String) -> String {
  let body = translation("lane :l do |options|\n\(statements)\nend").body
  let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
  guard let start = lines.firstIndex(where: { $0.hasPrefix("    steps:") }) else { return body }
  return lines[start...].map { String($0.dropFirst(4)) }.joined(separator: "\n")
}

/// A repository with an imported Fastfile, as in planning.
func imported(_ workspace: TestWorkspace, from file: String) throws -> Plan {
  var step = ImportStep()
  step.file = file
  let world = PlanningContext(workspace: workspace, versions: ProjectVersion(), answers: TestAnswers())
  return try Planner([StepDeclaration(step)], title: "init", in: world).wholePlan()
}

extension Plan {
  /// The contents of the plan's only file.
  var onlyText: String {
    guard case .writeFile(let write)? = entries.first?.effect, entries.count == 1 else { return "" }
    return String(decoding: write.contents, as: UTF8.self)
  }
}
