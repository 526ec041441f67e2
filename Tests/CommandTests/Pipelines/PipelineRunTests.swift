import TestSupport
import Testing

/// Runs whole pipelines from `init --ci` against a test forge, as GitHub, Forgejo and GitLab run them.
@Suite(
  "A pipeline that its CI system runs",
  .enabled(if: PipelineFilesTests.hasReader && ForgeServer.obstacle == nil))
struct PipelineRunTests {
  static let hosts = [PipelineHost.github, .forgejo, .gitlab]

  /// The pipeline of a project whose last release is 1.4.2.
  private func jobs(_ host: PipelineHost, _ steps: String) throws -> PipelineJobs {
    let jobs = try PipelineJobs(
      of: host,
      files: [
        "VERSION": Data("1.4.2\n".utf8),
        "Releasefile": Data(
          """
          project: Cool
          manifests: [{plain: VERSION}]
          forge: {kind: \(host.rawValue)}
          lanes:
            release: {steps: [ensure_branch: main, ensure_clean, \(steps), commit, tag, push, publish_release]}
            tagged: {steps: [message: "${tag} is tagged"]}

          """.utf8),
      ], isOnForge: true)
    try jobs.remote("tag", "1.4.2", "main")
    return jobs
  }

  @Test("releases a change that is pushed, and succeeds if there is nothing to release", arguments: hosts)
  func change(_ host: PipelineHost) throws {
    let jobs = try jobs(host, "bump: auto, changelog")
    try jobs.push("docs: explain")
    let idle = try jobs.results(of: .change)
    #expect(idle["release"]?.result == "success")
    #expect(idle["release"]?.outputs == ["outcome": "nothing"])
    #expect(idle["tagged"]?.log.contains("is tagged") != true)
    #expect(try jobs.remote("tag") == "1.4.2")

    try jobs.push("feat: greet")
    let run = try jobs.results(of: .change)
    let release = try #require(run["release"])
    try #require(release.result == "success", "\(release.log)")
    let commit = try jobs.remote("rev-parse", "1.5.0^{}")
    #expect(release.outputs["outcome"] == "done" && release.outputs["version"] == "1.5.0")
    #expect(release.outputs["tag"] == "1.5.0" && release.outputs["commit"] == commit)
    #expect(try jobs.remote("rev-parse", "main") == commit)
    #expect(run["tagged"]?.log.contains("1.5.0 is tagged") == true, "\(run["tagged"]?.log ?? "")")
    #expect(try jobs.releases() == 1)
    // As if the push of the release had started the pipeline again.
    #expect(try jobs.results(of: .change)["release"]?.outputs == ["outcome": "nothing"])
  }

  @Test("releases the version that a user types", arguments: hosts)
  func typed(_ host: PipelineHost) throws {
    let jobs = try jobs(host, "prompt_version")
    #expect(try jobs.results(of: .change)["release"]?.result ?? "manual" == "manual")
    let run = try jobs.results(of: .manual("release", ["version": "2.0.0"]))
    try #require(run["release"]?.result == "success", "\(run["release"]?.log ?? "")")
    #expect(run["release"]?.outputs["tag"] == "2.0.0")
    #expect(try jobs.remote("show", "2.0.0:VERSION") == "2.0.0")
    #expect(try jobs.releases() == 1)
  }

  @Test("resumes a release that failed in the middle, on a new runner and after a newer commit", arguments: hosts)
  func resume(_ host: PipelineHost) throws {
    let jobs = try jobs(host, "bump: auto, changelog")
    let server = try #require(jobs.server)
    try jobs.push("feat: greet")
    try server.add(fault: #"{"kind": "status", "method": "POST", "path": "/releases$", "status": 403, "times": 9}"#)
    let stopped = try jobs.results(of: .change)
    #expect(stopped["release"]?.result == "failure")
    #expect(stopped["release"]?.outputs["outcome"] == "partly-public", "\(stopped["release"]?.log ?? "")")
    #expect(stopped["tagged"]?.log.contains("is tagged") != true)
    let released = try jobs.remote("rev-parse", "1.5.0^{}")
    #expect(try jobs.releases() == 0)

    try server.forgetRequests()
    try jobs.push("docs: explain")
    let run = try jobs.results(of: .manual("resume", ["tag": "1.5.0"]))
    try #require(run["resume"]?.result == "success", "\(run["resume"]?.log ?? "")")
    #expect(run["resume"]?.outputs["tag"] == "1.5.0")
    #expect(try jobs.releases() == 1)
    #expect(try jobs.remote("rev-parse", "1.5.0^{}") == released)
    #expect(try jobs.remote("log", "-1", "--format=%s", "main") == "docs: explain")
  }
}
