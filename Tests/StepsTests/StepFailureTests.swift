import MartletCore
import TestSupport
import Testing

@testable import Lanes
@testable import Steps

@Suite("A step that stops its lane")
struct StepFailureTests {
  /// The failures that no test of a step covers.
  @Test("reports the reason and a fix")
  func words() throws {
    let version = try Version("1.4.2")
    #expect(
      Failure.nothingToRaise(version).rendered
        == """
        error: no manifest contains `1.4.2`, so there is nothing to raise
        hint: list all versions with `martlet version --sites`
        """)
  }

  @Test("reports its place")
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
