import TestSupport
import Testing

@Suite("The mark of a release", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct PlannedMarkTests {
  @Test(
    "is planned as the forge will have it",
    arguments: [
      (.github, "prerelease: true", "as a pre-release"), (.forgejo, "prerelease: true", "as a pre-release"),
      (.gitlab, "prerelease: true", "as the latest: GitLab has no pre-releases"),
      (.github, "latest: false", "not as the latest"),
      (.forgejo, "latest: false", "as the latest: Forgejo marks the newest"),
      (.gitlab, "latest: false", "as the latest: GitLab marks the newest"), (.gitlab, "latest: true", "as the latest"),
    ] as [(ForgeProject.Kind, String, String)])
  func plan(_ kind: ForgeProject.Kind, _ parameter: String, _ mark: String) throws {
    let forge = try ForgeProject(kind, steps: "- publish_release: {tag: 1.4.2, notes: New, \(parameter)}")
    let plan = try forge.project.martlet("plan", "release")
    let line = plan.output.split(separator: "\n").last { $0.contains("publish_release  publish ") }
    #expect(line?.hasSuffix("owner/tool  \(mark)") == true, "\(plan.output)\(plan.errors)")
  }
}
