import Lanes
import MartletCore
import Steps
import TestSupport

/// The hooks and lanes of the Releasefile for the Fastfile `text`.
func translation(
  _ text: String, path: RelativePath = "fastlane/Fastfile", project: FastlaneProject = .sample
) -> String {
  Fastfile(SourceText(path: path, text: text), project: project).entries.flatMap(\.lines).joined(separator: "\n")
}

/// The steps of a lane with these statements; one call of the whole lane if one of them has no step.
func steps(_ statements: String, project: FastlaneProject = .sample) -> String {
  let lines = translation("lane :l do |options|\n\(statements)\nend", project: project).split(separator: "\n")
  guard let start = lines.firstIndex(where: { $0.hasPrefix("    steps:") }) else {
    return lines.joined(separator: "\n")
  }
  return lines[(start + 1)...].map { String($0.dropFirst(6)) }.joined(separator: "\n")
}

extension FastlaneProject {
  /// An app whose version has three numbers.
  static var sample: FastlaneProject {
    var project = FastlaneProject()
    project.versionFiles = ["App/Info.plist", "Sample.xcodeproj/project.pbxproj"]
    project.buildFiles = project.versionFiles
    project.versionLength = 3
    project.hasIntegerBuild = true
    return project
  }
}

/// A repository with an imported Fastfile, as in planning.
func imported(_ workspace: TestWorkspace, from file: String = "fastlane/Fastfile") throws -> Plan {
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
