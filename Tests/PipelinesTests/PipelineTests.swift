import Lanes
import MartletCore
import Testing

@Suite("The CI system that runs a process")
struct PipelineTests {
  private func found(_ variables: [String: String], event: String? = nil) throws -> Pipeline? {
    try Pipeline.found(in: variables, event: event.map { Array($0.utf8) })
  }

  @Test("is detected from its own variables, including what it builds", arguments: PipelineFixture.all)
  func fixtures(_ fixture: PipelineFixture) throws {
    let pipeline = try #require(try found(fixture.variables, event: fixture.event))
    #expect(pipeline.summary == fixture.summary)
    #expect(pipeline.remarks == [])
  }

  @Test("is in the table above with a branch, a tag and a pull request")
  func complete() {
    for system in CISystem.all where system != .other {
      let ours = PipelineFixture.all.filter { $0.summary.hasPrefix(system.name + ",") }.map(\.summary)
      for word in [", branch ", ", tag ", ", pull request "] {
        // Gitea and Forgejo share the code for all three.
        guard ![.gitea, .forgejo].contains(system) else { continue }
        #expect(ours.contains { $0.contains(word) }, "\(system)\(word)")
      }
      #expect(!ours.isEmpty)
    }
  }

  @Test(
    "is missing without such variables, and unknown if only `CI` is set",
    arguments: [
      ([:], nil), (["CI": ""], nil), (["CI": "false", "GITHUB_ACTIONS": "false", "TF_BUILD": "False"], nil),
      (["CI": "1"], "a CI system"), (["TEAMCITY_VERSION": "2026.1"], "a CI system"),
      (["CI_COMMIT_BRANCH": "main", "JENKINS_URL": "https://ci.example.com"], nil),
    ] as [([String: String], String?)])
  func others(_ variables: [String: String], _ summary: String?) throws {
    #expect(try found(variables)?.summary == summary)
  }

  @Test("is the more specific one if the variables of two are set, with a note")
  func contradiction() throws {
    let left = ["GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/heads/old"]
    let gitLab = try #require(PipelineFixture.all.first { $0.description == "gitlab branch" })
    let pipeline = try #require(try found(gitLab.variables.merging(left) { $1 }))
    #expect(pipeline.summary == gitLab.summary)
    #expect(
      pipeline.remarks == [
        "variables of several CI systems are set (GitHub Actions, GitLab CI); using GitLab CI, "
          + "set `MARTLET_CI=ID` to choose"
      ])
    #expect(try found(["GITLAB_CI": "true", "CIRCLECI": "true"])?.system == .gitlab)
  }

  @Test("is the value of `MARTLET_CI`, even if other variables differ")
  func choice() throws {
    let gitLab = try #require(PipelineFixture.all.first { $0.description == "gitlab branch" }).variables
    #expect(try found(gitLab.merging(["MARTLET_CI": "none"]) { $1 }) == nil)
    #expect(try found(gitLab.merging(["MARTLET_CI": "github"]) { $1 })?.summary == "GitHub Actions")
    #expect(try found(gitLab.merging(["MARTLET_CI": ""]) { $1 })?.system == .gitlab)
    // As in the environment of a lane's commands.
    #expect(try found(gitLab.merging(["MARTLET_CI": "true"]) { $1 })?.system == .gitlab)
    #expect(try found(gitLab.merging(["MARTLET_CI": "false"]) { $1 }) == nil)
    #expect(try found(["MARTLET_CI": "xcode-cloud", "CI_BRANCH": "main"])?.summary == "Xcode Cloud, branch main")
  }

  @Test(
    "is not guessed if `MARTLET_CI` has an unknown value",
    arguments: [
      ("gitlb", "did you mean `gitlab`?"),
      ("NONSENSE", "unset `MARTLET_CI` to detect the system by its own variables"),
    ])
  func unknown(_ id: String, _ hint: String) {
    let error = #expect(throws: PipelineError.self) { try found(["MARTLET_CI": id]) }
    #expect(
      error?.diagnostics.map { $0.rendered() } == [
        """
        error: `MARTLET_CI` is `\(id)`, expected one of `github`, `forgejo`, `gitea`, `woodpecker`, `gitlab`, `xcode-cloud`, `buildkite`, `circleci`, `jenkins`, `bitrise`, `azure`, `bitbucket`, `other`, `none`
        hint: \(hint)
        """
      ])
  }

  @Test(
    "builds no branch with a name that git rejects",
    arguments: ["--upload-pack=x y", "a..b", "a\nb", "refs/heads/", "x.lock", "/"])
  func badNames(_ name: String) throws {
    #expect(try found(["GITLAB_CI": "1", "CI_COMMIT_BRANCH": name, "CI_COMMIT_TAG": name])?.summary == "GitLab CI")
  }

  @Test(
    "has an unknown event unless it is one that needs write access",
    arguments: [
      (["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push"], nil),
      (["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "workflow_dispatch"], nil),
      (["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "issues"], "issues"),
      (["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "issue_comment"], "issue_comment"),
      (["GITHUB_ACTIONS": "true"], ""), (["FORGEJO_ACTIONS": "true", "GITHUB_EVENT_NAME": "fork"], "fork"),
      (["GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "schedule"], nil),
      (["GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "external"], "external"), (["GITLAB_CI": "true"], ""),
      (["CI": "woodpecker", "CI_PIPELINE_EVENT": "cron"], nil), (["CI": "woodpecker"], ""),
    ] as [([String: String], String?)])
  func events(_ variables: [String: String], _ event: String?) throws {
    #expect(try found(variables)?.unknownEvent == event)
  }

  @Test("of a comment is one of a pull request from an unknown repository, unless it is on an issue")
  func comments() throws {
    let variables = ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "issue_comment", "GITHUB_REF": "refs/heads/main"]
    let comment = try #require(try found(variables, event: #"{"issue": {"number": 7, "pull_request": {"url": "x"}}}"#))
    #expect(comment.pullRequest?.number == "7")
    #expect(comment.pullRequest?.origin == .unknown)
    #expect(comment.unknownEvent == nil)
    let issue = try #require(try found(variables, event: #"{"issue": {"number": 7}}"#))
    #expect(issue.pullRequest == nil)
    #expect(issue.unknownEvent == "issue_comment")
    let run = try #require(
      try found(
        ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "workflow_run"],
        event: #"{"workflow_run": {"event": "issues"}}"#))
    #expect(run.unknownEvent == "issues")
  }

  @Test("is trusted only if its variable is `true`", arguments: [("true", true), ("1", false), ("", false)])
  func trusted(_ value: String, _ isTrusted: Bool) throws {
    #expect(try found(["GITLAB_CI": "true", "MARTLET_TRUSTED": value])?.isTrusted == isTrusted)
  }

  @Test("has its server's address, if that is set")
  func server() throws {
    let servers = try PipelineFixture.all.map { try found($0.variables, event: $0.event)?.server }
    #expect(
      Set(servers.compactMap { $0 }) == [
        "https://github.com", "https://git.example.com", "https://gitlab.com", "https://codeberg.org",
        "https://dev.azure.com/cool/", "https://bitbucket.org/cool/app", "https://ci.example.com/",
      ])
  }

  @Test("reads its event from the file that it names")
  func event() {
    #expect(Pipeline.eventPath(in: ["GITHUB_EVENT_PATH": "/tmp/event.json"]) == "/tmp/event.json")
    #expect(Pipeline.eventPath(in: ["GITHUB_EVENT_PATH": ""]) == nil)
  }
}
