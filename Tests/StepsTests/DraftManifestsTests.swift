import MartletCore
import MartletManifests
import Steps
import TestSupport
import Testing

@testable import Lanes

@Suite("The manifests of a draft")
struct DraftManifestsTests {
  private func draft(_ files: [String: String], declaring manifests: String? = nil) throws -> Draft {
    var releasefile = Releasefile()
    if let manifests {
      releasefile = try Releasefile(
        SourceText(path: "Releasefile", text: "manifests: \(manifests)\n"), vocabulary: .standard)
    }
    return Draft(
      of: PlanningContext(workspace: TestWorkspace.clean(files), versions: ProjectVersion(), answers: TestAnswers()),
      releasefile: releasefile, laneName: nil)
  }

  private static let files = ["VERSION": "1.4.2\n", "Cool.podspec": "Pod::Spec.new { |s| s.version = '1.4.2' }\n"]

  @Test("are discovered if none are declared")
  func found() throws {
    #expect(try draft(Self.files).survey().readings.map(\.path) == ["Cool.podspec", "VERSION"])
  }

  @Test("are exactly the declared ones")
  func declared() throws {
    let draft = try draft(Self.files, declaring: "[{plain: VERSION}]")
    #expect(try draft.survey().readings.map(\.path) == ["VERSION"])
    #expect(try draft.resolution(for: .edits).readings.map(\.path) == ["Cool.podspec", "VERSION"])
  }

  @Test("report all their problems at once")
  func problems() throws {
    let error = #expect(throws: Failure.self) {
      try draft([:], declaring: "[{plain: VERSION}, {plist: App/Info.plist}]").survey()
    }
    #expect(
      error?.diagnostics.map { $0.rendered() } == [
        "error: no file `VERSION`, expected a manifest of format `plain`",
        "error: no file `App/Info.plist`, expected a manifest of format `plist`",
      ])
  }
}
