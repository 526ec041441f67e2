import TestSupport
import Testing
import TextEditing
import Versioning

@testable import Lanes
@testable import Steps

@Suite("A step that stops its lane")
struct StepFailureTests {
  /// What no test of a step leads to.
  @Test("says why and what to do")
  func words() throws {
    let version = try Version("1.4.2")
    #expect(
      Failure.nothingToRaise(version).rendered
        == """
        error: no manifest says `1.4.2`, so there is nothing to raise
        hint: see where versions are written with `martlet version --sites`
        """)
  }

  @Test("says where it stands")
  func place() throws {
    let failure = #expect(throws: StepFailure.self) {
      try Planning(version: "1.4.2").plan("- message: hello\n- push: other")
    }
    #expect(
      failure?.rendered
        == """
        error: no remote `other`, expected one of `origin`
         --> Releasefile:5:9
        """)
    #expect(failure?.step == "push")
  }
}

extension ExplainedError {
  fileprivate var rendered: String { diagnostics.map { $0.rendered() }.joined(separator: "\n") }
}
