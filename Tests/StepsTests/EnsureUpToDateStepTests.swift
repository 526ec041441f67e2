import Lanes
import TestSupport
import Testing

@Suite("The check up_to_date")
struct EnsureUpToDateStepTests {
  @Test("stops a branch that is behind its upstream, by any number of commits", arguments: [1, 2])
  func behind(count: Int) throws {
    var planning = Planning(version: "1.4.2")
    planning.world.knownHead = .first
    planning.world.missingCommits = count
    #expect(
      try planning.failure("- ensure: up_to_date") == """
        error: branch `main` is \(count) behind `origin/main`
        hint: update it with `git pull`
        """)
  }

  @Test("passes a branch that is ahead, or has no upstream")
  func ahead() throws {
    var planning = Planning(version: "1.4.2")
    #expect(try planning.plan("- ensure: up_to_date").lines == [])
    planning.world.knownHead = .first
    #expect(try planning.plan("- ensure: up_to_date").lines == [])
  }
}
