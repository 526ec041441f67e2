import MartletCore
import MartletManifests
import TestSupport
import Testing

@testable import Lanes
@testable import Steps

@Suite("A version written into manifests")
struct VersionWriteTests {
  private func draft(_ files: [String: String]) -> Draft {
    Draft(
      of: PlanningContext(workspace: TestWorkspace.clean(files), versions: ProjectVersion(), answers: TestAnswers()),
      releasefile: Releasefile(), laneName: nil)
  }

  @Test("is refused if no manifest has the old one")
  func nothingToRaise() throws {
    let draft = draft(["VERSION": "1.4.2\n"])
    let write = VersionWrite(try draft.survey(), from: try Version("1.4.1"), to: try Version("1.5.0"))
    #expect(throws: Failure.nothingToRaise(try Version("1.4.1"))) { try write.decision(in: draft) }
  }

  @Test("shows each file's change as a diff that counts its lines")
  func diff() throws {
    let draft = draft(["Cool.podspec": "Pod::Spec.new do |s|\n  s.version = '1.4.2'\nend\n"])
    let decision = try VersionWrite(try draft.survey(), from: try Version("1.4.2"), to: try Version("1.5.0"))
      .decision(in: draft)
    guard case .writeFile(let write) = decision.effects.first else {
      Issue.record("no file is written")
      return
    }
    #expect(
      write.diff == """
        --- a/Cool.podspec
        +++ b/Cool.podspec
        @@ -1,3 +1,3 @@
         Pod::Spec.new do |s|
        -  s.version = '1.4.2'
        +  s.version = '1.5.0'
         end

        """)
    #expect((write.removedCount, write.insertedCount) == (1, 1))
  }

  @Test("reports the place of a site without room for the version")
  func doesNotFit() throws {
    let planning = Planning(
      .clean(["Sources/Version.swift": "let version = SemanticVersion(1, 4, 2)\n"]))
    #expect(
      try planning.failure("- bump: 1.5.0-beta.1")
        == """
        error: `1.5.0-beta.1` does not fit where `1.4.2` is written in parts, expected the same number of components
         --> Sources/Version.swift:1:31
        """)
  }
}
