import Lanes
import MartletCore
import Steps
import TestSupport

/// The body of the Releasefile for the Fastfile `text`, and the list of untranslated parts.
func translation(
  _ text: String, path: RelativePath = "Fastfile", project: FastlaneProject = .sample
) -> (body: String, notes: [String]) {
  let body = Fastfile(SourceText(path: path, text: text), project: project).translated()
  return (body.lines.dropFirst().joined(separator: "\n"), body.notes.map(\.description))
}

/// The steps of a lane with these statements.
func steps(_ statements: String, project: FastlaneProject = .sample) -> String {
  let body = translation("lane :l do |options|\n\(statements)\nend", project: project).body
  let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
  guard let start = lines.firstIndex(where: { $0.hasPrefix("    steps:") }) else { return body }
  return lines[start...].map { String($0.dropFirst(4)) }.joined(separator: "\n")
}

extension FastlaneProject {
  /// An app whose version has three numbers.
  static var sample: FastlaneProject {
    var project = FastlaneProject()
    project.manifests = ["Sample.xcodeproj"]
    project.versionFiles = ["Sample.xcodeproj/project.pbxproj"]
    project.versionLength = 3
    project.hasIntegerBuild = true
    project.repository = "example/sample"
    return project
  }
}

/// A repository with an imported Fastfile, as in planning.
func imported(_ workspace: TestWorkspace, from file: String, withFastlane lanes: [String] = []) throws -> Plan {
  var step = ImportStep()
  step.file = file
  step.fastlaneLanes = lanes
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
