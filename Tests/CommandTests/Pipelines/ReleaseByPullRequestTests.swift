import Foundation
import Processes
import TestSupport
import Testing

/// Runs the pipeline of a lane with `pull_request` against a test forge.
@Suite(
  "A pipeline that releases by pull request",
  .enabled(if: PipelineFilesTests.hasReader && ForgeServer.obstacle == nil))
struct ReleaseByPullRequestTests {
  private static func files(_ host: PipelineHost, _ more: String = "") -> [String: Data] {
    [
      "VERSION": Data("1.4.2\n".utf8),
      "Releasefile": Data(
        """
        project: Cool
        manifests: [{plain: VERSION}]
        forge: {kind: \(host.rawValue)}
        lanes:
          release:
            pull_request: {labels: [release]}
            steps: [ensure: {branch: main}, ensure: clean, bump: auto, changelog, commit, tag, push\(more)]
          tagged: {steps: [message: "${tag} is tagged"]}

        """.utf8),
    ]
  }

  /// A project whose last release is 1.4.2.
  private func jobs(_ host: PipelineHost, _ more: String = "") throws -> PipelineJobs {
    let jobs = try PipelineJobs(of: host, files: Self.files(host, more), isOnForge: true)
    try jobs.remote("tag", "1.4.2", "main")
    return jobs
  }

  @Test(
    "opens it, updates it for a new commit, and releases what it showed when it is merged",
    arguments: zip(PipelineRunTests.hosts, ["merge", "squash", "rebase"]))
  func wholeWay(_ host: PipelineHost, _ method: String) throws {
    let jobs = try jobs(host)
    let repository = jobs.repository
    let server = try #require(jobs.server)
    try jobs.push("docs: explain")
    #expect(try jobs.runPushed() == ["nothing", "nothing"])
    #expect(try server.pullRequests(of: repository, on: host.rawValue) == [])

    try jobs.push("fix: answer")
    #expect(try jobs.runPushed() == ["nothing", "proposed"])
    let opened = try #require(server.pullRequests(of: repository, on: host.rawValue).first)
    #expect(opened.title == "Release 1.4.3" && opened.head == "martlet/release" && opened.base == "main")
    #expect(opened.labels == ["release"] && opened.state == "open" && opened.body.contains("answer"))

    try jobs.push("feat: greet")
    #expect(try jobs.runPushed() == ["nothing", "proposed"])
    let updated = try server.pullRequests(of: repository, on: host.rawValue)
    #expect(updated.map(\.number) == [1] && updated[0].title == "Release 1.5.0")
    #expect(updated[0].body.contains("greet") && updated[0].body.contains("answer"))
    #expect(try jobs.remote("show", "martlet/release:VERSION") == "1.5.0")
    #expect(try jobs.remote("log", "--format=%s", "main..martlet/release") == "Version 1.5.0")

    // The same jobs again change nothing.
    let proposed = try jobs.remote("rev-parse", "martlet/release")
    #expect(try jobs.runPushed() == ["nothing", "proposed"])
    #expect(try jobs.remote("rev-parse", "martlet/release") == proposed)
    #expect(try server.pullRequests(of: repository, on: host.rawValue) == updated)

    try server.merge(1, by: method, of: repository, on: host.rawValue)
    let merged = try jobs.remote("rev-parse", "main")
    #expect(try jobs.runPushed() == ["done 1.5.0", "nothing"])
    #expect(try jobs.remote("rev-parse", "main", "1.5.0^{}") == "\(merged)\n\(merged)")
    #expect(try jobs.remote("diff", "1.5.0", proposed) == "")
    #expect(try server.pullRequests(of: repository, on: host.rawValue).map(\.state) == ["merged"])
    #expect(try jobs.runPushed() == ["nothing", "nothing"])

    // The next release replaces the branch of the last one.
    try jobs.push("fix: wave")
    #expect(try jobs.runPushed() == ["nothing", "proposed"])
    let next = try server.pullRequests(of: repository, on: host.rawValue)
    #expect(next.map(\.title) == ["Release 1.5.0", "Release 1.5.1"] && next[1].state == "open")
    #expect(!next[1].body.contains("greet") && next[1].body.contains("wave"))
  }

  @Test("closes it when there is nothing to release any more")
  func closed() throws {
    let jobs = try jobs(.github)
    let server = try #require(jobs.server)
    try jobs.push("feat: greet")
    #expect(try jobs.runPushed() == ["nothing", "proposed"])
    // As if the release had been tagged by hand.
    try jobs.remote("tag", "1.5.0", "main")
    #expect(try jobs.runPushed() == ["nothing", "nothing"])
    #expect(try server.pullRequests(of: jobs.repository, on: "github").map(\.state) == ["closed"])
  }

  @Test("names the branch that was pushed if its pull request is refused, and another run completes it")
  func onlyPushed() throws {
    let jobs = try jobs(.github)
    let server = try #require(jobs.server)
    try jobs.push("feat: greet")
    try server.add(fault: #"{"kind": "status", "method": "POST", "path": "/pulls$", "status": 403}"#)
    let refused = try jobs.martlet("propose", "release", "--yes")
    #expect(refused.termination == .exited(status: 3))
    #expect(
      refused.errorText.contains(
        "the branch `martlet/release` is pushed to `origin`; its pull request is not up to date"),
      "\(refused.errorText)")
    #expect(try !jobs.remote("rev-parse", "martlet/release").isEmpty)
    let again = try jobs.martlet("propose", "release", "--yes", "--quiet")
    #expect(again.succeeded, "\(again.errorText)")
    #expect(again.outputText.hasSuffix("/CoolApp/pull/1"), "\(again.outputText)")
    #expect(try server.pullRequests(of: jobs.repository, on: "github").map(\.title) == ["Release 1.5.0"])
  }

  @Test("never replaces a commit of another user on its branch")
  func foreign() throws {
    let jobs = try jobs(.github)
    try jobs.push("feat: greet")
    #expect(try jobs.runPushed() == ["nothing", "proposed"])
    try jobs.pushOther(to: "martlet/release", "Correct the notes")
    let theirs = try jobs.remote("rev-parse", "martlet/release")
    try jobs.push("feat: wave")
    let stopped = try #require(jobs.results(of: .change)["propose"])
    #expect(stopped.result == "failure")
    #expect(
      stopped.log.contains(
        """
        error: `martlet/release` has a commit that Martlet did not write, so it is not replaced
        \(theirs.prefix(7)) Correct the notes, by A. Author
        hint: keep them on another branch, then run `git push origin --delete martlet/release`
        """), "\(stopped.log)")
    #expect(try jobs.remote("rev-parse", "martlet/release") == theirs)
  }

  @Test(
    "releases what was merged at the commit that brought it, although later commits are on top",
    arguments: [("feat: later", "1.6.0"), ("feat!: later", "2.0.0")])
  func laterCommits(message: String, next: String) throws {
    let host = PipelineRunTests.hosts[0]
    let jobs = try jobs(host)
    let server = try #require(jobs.server)
    try jobs.push("feat: greet")
    #expect(try jobs.runPushed() == ["nothing", "proposed"])
    try server.merge(1, by: "merge", of: jobs.repository, on: host.rawValue)
    let merged = try jobs.remote("rev-parse", "main")
    try jobs.push(message)
    #expect(try jobs.runPushed().first == "done 1.5.0")
    #expect(try jobs.remote("rev-parse", "1.5.0^{}") == merged)
    // The next proposal has the later commit.
    _ = try jobs.runPushed()
    let proposals = try server.pullRequests(of: jobs.repository, on: host.rawValue)
    #expect(proposals.map(\.title) == ["Release 1.5.0", "Release \(next)"])
    #expect(proposals.last?.body.contains("later") == true)
  }

  @Test("is not released before the changes that it does not show are in it, if they need a higher version")
  func overtaken() throws {
    let jobs = try jobs(.github)
    let server = try #require(jobs.server)
    try jobs.push("fix: answer")
    #expect(try jobs.runPushed() == ["nothing", "proposed"])
    try jobs.push("feat: greet")
    try server.merge(1, by: "squash", of: jobs.repository, on: "github")
    #expect(try jobs.runPushed() == ["nothing", "proposed"])
    #expect(
      try server.pullRequests(of: jobs.repository, on: "github").map { "\($0.title) \($0.state)" }
        == ["Release 1.4.3 merged", "Release 1.5.0 open"])
    try server.merge(2, by: "squash", of: jobs.repository, on: "github")
    #expect(try jobs.runPushed() == ["done 1.5.0", "nothing"])
  }

  @Test("finishes a release that failed after its tag was pushed, on a new runner", arguments: PipelineRunTests.hosts)
  func resume(_ host: PipelineHost) throws {
    let jobs = try jobs(host, ", publish_release: {draft_first: false}")
    let server = try #require(jobs.server)
    try jobs.push("feat: greet")
    #expect(try jobs.runPushed() == ["nothing", "proposed"])
    try server.merge(1, by: "squash", of: jobs.repository, on: host.rawValue)
    try server.add(fault: #"{"kind": "status", "method": "POST", "path": "/releases$", "status": 403, "times": 9}"#)
    let stopped = try jobs.results(of: .change)
    #expect(stopped["release"]?.result == "failure")
    #expect(try jobs.remote("rev-parse", "1.5.0^{}") == jobs.remote("rev-parse", "main"))
    try server.forgetRequests()
    let resumed = try #require(jobs.results(of: .change)["release"])
    #expect(resumed.result == "success", "\(resumed.log)")
    #expect(try jobs.releases() == 1)
    #expect(try server.state().contains("- Greet (") || server.state().contains("- greet ("))
  }
  @Test(
    "stops at a release that another job has made of its tag meanwhile, and leaves it",
    arguments: PipelineRunTests.hosts)
  func foreignRelease(_ host: PipelineHost) throws {
    let jobs = try jobs(host, ", publish_release: {draft_first: false}")
    let server = try #require(jobs.server)
    try jobs.push("feat: greet")
    #expect(try jobs.runPushed() == ["nothing", "proposed"])
    try server.merge(1, by: "merge", of: jobs.repository, on: host.rawValue)
    try server.add(fault: #"{"kind": "status", "method": "POST", "path": "/releases$", "status": 403}"#)
    #expect(try jobs.results(of: .change)["release"]?.result == "failure")
    try server.tamper(
      #"{"forge": "\#(host.rawValue)", "repository": "\#(jobs.repository)", "tag": "1.5.0", "action": "other-job"}"#)
    let before = try server.state()
    let stopped = try #require(jobs.results(of: .change)["release"])
    #expect(stopped.result == "failure")
    let error =
      host == .gitlab ? "did not make the public release of `1.5.0`" : "the release of `1.5.0` is published already"
    #expect(stopped.log.contains(error), "\(stopped.log)")
    #expect(try server.state() == before)
  }

  @Test("proposes several packages in one pull request, or each in its own")
  func packages() throws {
    let steps = #"[bump: auto, changelog, commit: "${project} ${version}", tag]"#
    let jobs = try PipelineJobs(
      of: .github,
      files: [
        "Core/VERSION": Data("1.0.0\n".utf8), "App/VERSION": Data("2.1.0\n".utf8),
        "Releasefile": Data(
          """
          forge: {kind: github}
          packages:
            core: {paths: [Core], manifests: [{plain: Core/VERSION}]}
            app: {paths: [App], manifests: [{plain: App/VERSION}]}
          lanes:
            release: {pull_request: true, steps: [packages: \(steps), push]}
            core: {pull_request: {draft: true}, steps: [packages: {only: [core], steps: \(steps)}, push]}

          """.utf8),
      ], isOnForge: true)
    let server = try #require(jobs.server)
    func titles() throws -> [String] {
      try server.pullRequests(of: jobs.repository, on: "github").map {
        "\($0.title), \($0.head), \($0.draft ? "draft" : $0.state)"
      }
    }
    for tag in ["core/1.0.0", "app/2.1.0"] { try jobs.remote("tag", tag, "main") }
    try jobs.push("feat: read", to: "Core/read.txt")
    #expect(try jobs.martlet("propose", "release", "--yes").succeeded)
    #expect(try titles() == ["Release core 1.1.0, martlet/release, open"])
    try jobs.push("fix: draw", to: "App/draw.txt")
    #expect(try jobs.martlet("propose", "release", "--yes").succeeded)
    #expect(try titles() == ["Release core 1.1.0, app 2.1.1, martlet/release, open"])
    #expect(
      try jobs.remote("log", "--reverse", "--format=%s", "main..martlet/release") == "core 1.1.0\napp 2.1.1")

    #expect(try jobs.martlet("propose", "core", "--yes").succeeded)
    #expect(
      try titles() == [
        "Release core 1.1.0, app 2.1.1, martlet/release, open", "Release core 1.1.0, martlet/core, draft",
      ])
    try server.merge(2, by: "squash", of: jobs.repository, on: "github")
    let run = try jobs.martlet("run", "core", "--yes")
    #expect(run.succeeded, "\(run.errorText)")
    #expect(try jobs.remote("tag", "--points-at", "main") == "core/1.1.0")
    #expect(try jobs.martlet("propose", "release", "--yes").succeeded)
    #expect(try titles()[0] == "Release app 2.1.1, martlet/release, open")
  }
}

extension PipelineJobs {
  /// Runs Martlet in a new clone of `main`.
  fileprivate func martlet(_ arguments: String...) throws -> CommandResult {
    let address = try #require(server).remote(repository)
    try world.setUp("rm -rf ../job; git clone -q '\(address)' ../job")
    var command = try world.martlet(arguments, in: "job", changes: ["GITHUB_TOKEN=write-token"])
    command.environment.allow("GITHUB_TOKEN", at: address)
    return try command.run()
  }

  /// Runs the pipeline of a push to `main`.
  ///
  /// - Returns: the outcomes of `release` and `propose`, the former with its version.
  fileprivate func runPushed() throws -> [String] {
    let results = try results(of: .change)
    return try ["release", "propose"].map { name in
      let job = try #require(results[name])
      try #require(job.result == "success", "\(name): \(job.log)")
      let version = name == "release" ? job.outputs["version"] : nil
      return [job.outputs["outcome"], version].compactMap(\.self).joined(separator: " ")
    }
  }
}
