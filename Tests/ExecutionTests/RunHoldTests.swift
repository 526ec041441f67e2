import Lanes
import MartletCore
import SystemAPI
import TestSupport
import Testing

@testable import Execution

/// When the run of another clone may be resumed without a question, as values.
@Suite("A run of another clone")
struct RunHoldTests {
  private static let here = origin(process: getpid(), boot: "boot 1")

  private static func origin(process: Int32, boot: String?, job: PipelineJob? = nil) -> RunOrigin {
    var origin = RunOrigin(process: process, host: "vm", workTree: "", time: 1)
    (origin.boot, origin.job) = (boot, job)
    return origin
  }

  private func hold(_ origin: RunOrigin, _ events: JournalEvent..., from here: RunOrigin = Self.here) throws -> RunHold
  {
    let begun = JournalEvent.begun(run: RunStart(title: "release"), origin: origin, format: Journal.format)
    let id = try #require(RunID("20261121-183000-0001"))
    return try #require(RunRecord(id, JournalText(events: [begun] + events))).hold(seenFrom: here)
  }

  @Test("is held by a process that may be at work: elsewhere, of another start of the machine, or unknown")
  func held() throws {
    #expect(try hold(Self.origin(process: 1, boot: "boot 1")) == .held)
    #expect(try hold(Self.origin(process: .max, boot: "boot 2")) == .held)
    #expect(try hold(Self.origin(process: .max, boot: nil)) == .held)
    #expect(try hold(Self.origin(process: .max, boot: nil), from: Self.origin(process: 1, boot: nil)) == .held)
  }

  @Test("is free if its process has ended on this machine, or has recorded that it stopped")
  func free() throws {
    #expect(try hold(Self.origin(process: .max, boot: "boot 1")) == .free)
    #expect(try hold(Self.origin(process: 1, boot: "boot 2"), .paused) == .free)
    #expect(
      try hold(Self.origin(process: 1, boot: "boot 2"), .paused, .resumed(origin: Self.origin(process: 2, boot: nil)))
        == .held)
  }

  @Test("is free for a later attempt of the same job, and for no other one")
  func attempts() throws {
    func job(_ id: String, _ attempt: Int) -> RunOrigin {
      Self.origin(process: 1, boot: nil, job: PipelineJob(id: id, attempt: attempt))
    }
    #expect(try hold(job("a", 1), from: job("a", 2)) == .free)
    #expect(try hold(job("a", 2), from: job("a", 2)) == .held)
    #expect(try hold(job("a", 2), from: job("a", 1)) == .held)
    #expect(try hold(job("a", 1), from: job("b", 2)) == .held)
    #expect(try hold(job("a", 1), from: Self.here) == .held)
  }

  @Test("is of a job whose attempts its system numbers")
  func jobs() {
    let github = [
      "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "o/n",
      "GITHUB_RUN_ID": "7", "GITHUB_JOB": "release", "GITHUB_RUN_ATTEMPT": "2",
    ]
    #expect(PipelineJob(github) == PipelineJob(id: "https://github.com o/n 7 release", attempt: 2))
    #expect(PipelineJob(github.filter { $0.key != "GITHUB_RUN_ATTEMPT" }) == nil)
    let gitlab = [
      "GITLAB_CI": "true", "CI_SERVER_URL": "https://gitlab.com", "CI_PIPELINE_ID": "5", "CI_JOB_NAME": "release",
      "CI_JOB_ID": "99",
    ]
    #expect(PipelineJob(gitlab) == PipelineJob(id: "https://gitlab.com 5 release", attempt: 99))
    let buildkite = [
      "BUILDKITE": "true", "BUILDKITE_BUILD_ID": "b", "BUILDKITE_STEP_ID": "s", "BUILDKITE_RETRY_COUNT": "0",
    ]
    #expect(PipelineJob(buildkite) == PipelineJob(id: "b s", attempt: 0))
    let parallel = buildkite.merging(["BUILDKITE_PARALLEL_JOB": "1"]) { $1 }
    #expect(PipelineJob(parallel) == PipelineJob(id: "b s 1", attempt: 0))
    #expect(PipelineJob(["CI": "true"]) == nil)
  }
}
