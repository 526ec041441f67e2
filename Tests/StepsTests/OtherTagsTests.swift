import Steps
import TestSupport
import Testing

@testable import Lanes

@Suite("Tags in another form")
struct OtherTagsTests {
  private func remarks(_ tags: [String], head: String = "") throws -> [String] {
    var releasefile = Releasefile()
    if !head.isEmpty {
      releasefile = try Releasefile(.init(path: "Releasefile", text: head), vocabulary: .standard)
    }
    let world = PlanningContext(
      workspace: TestWorkspace.clean([:], tags: tags), versions: ProjectVersion(), answers: TestAnswers())
    return try OtherTags(in: Draft(of: world, releasefile: releasefile, laneName: nil)).remarks
  }

  @Test("are reported with the line that enables them, if they are the majority")
  func forms() throws {
    #expect(
      try remarks(["ios/1.4.2", "ios/1.4.1", "android/2.0", "0.1.0", "nightly"]) == [
        "2 tags have the format `ios/${version}`, 1 have `${version}`: to use the first, add `version: {tag: \"ios/${version}\"}` to the Releasefile"
      ])
    #expect(
      try remarks(["CoolKit-1.4.2", "CoolKit-1.4.1"]).first?.hasPrefix(
        "2 tags have the format `CoolKit-${version}`, 0 ")
        == true)
  }

  @Test(
    "are ignored if most tags match, or if the Releasefile sets the format",
    arguments: [
      (["1.4.2", "1.4.1", "old-1.0.0"], ""), (["v1.4.2", "v1.4.1"], ""), (["nightly", "2024"], ""),
      (["ios/1.4.2", "ios/1.4.1"], "version: {tag: 'x${version}'}\n"), ([], ""),
    ])
  func none(tags: [String], head: String) throws {
    #expect(try remarks(tags, head: head) == [])
  }
}
