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

  @Test("are reported if they are of packages, and no newer tag has only a version")
  func packages() throws {
    let remark =
      "tags such as `android/2.0` and `ios/1.4.2` are of packages with separate versions: `martlet init` declares them"
    #expect(try remarks(["ios/1.4.2", "ios/1.4.1", "android/2.0", "nightly"]) == [remark])
    #expect(try remarks(["ios/1.4.2", "android/2.0", "0.1.0"]) == [])
    #expect(try remarks(["CoolKit-1.4.2"]) == [])
  }

  @Test(
    "are reported if no tag has the format that the Releasefile sets",
    arguments: [(["release-1.4.2", "release-1.4.1", "1.0.0"], "release-${version}"), (["v1.4.2"], "v${version}")])
  func declared(tags: [String], format: String) throws {
    let remark = try #require(try remarks(tags, head: "version: {tag: 'x${version}'}\n").first)
    #expect(
      remark.hasSuffix(
        " and none has `x${version}`: to use the first, write `version: {tag: \"\(format)\"}` in the Releasefile"))
  }

  @Test(
    "are ignored if most tags match, or if the Releasefile sets a format that a tag has, or packages",
    arguments: [
      (["1.4.2", "1.4.1", "old-1.0.0"], ""), (["v1.4.2", "v1.4.1"], ""), (["nightly", "2024"], ""),
      (["ios/1.4.2", "ios/1.4.1", "x1.0.0"], "version: {tag: 'x${version}'}\n"), ([], ""),
      (["core/1.4.2", "core/1.4.1"], "packages:\n  core: {paths: [core]}\n  app: {paths: [app]}\n"),
    ])
  func none(tags: [String], head: String) throws {
    #expect(try remarks(tags, head: head) == [])
  }
}
