import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

@Suite("The release performer", .enabled(if: ForgeServer.obstacle == nil))
struct ReleasePerformerTests {
  @Test("looks for a release on the forge only if the run has created its tag")
  func tagOfRun() throws {
    let fixture = try PublishingFixture()
    let performer = DraftPerformer(draft: fixture.draft)
    fixture.run.plannedReferences.insert("refs/tags/1.5.0")
    #expect(try performer.isPerformed(in: fixture.workspace, fixture.run) == nil)
    #expect(try fixture.server.requests().isEmpty)
    fixture.run.references["refs/tags/1.5.0"] = ObjectID(try fixture.sandbox.git("rev-parse", "1.5.0"))
    #expect(try performer.isPerformed(in: fixture.workspace, fixture.run) == nil)
    #expect(try !fixture.server.requests().isEmpty)
  }
}
