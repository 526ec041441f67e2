import ArgumentParser
import Foundation
import Processes
import TestSupport
import Testing

@testable import Commands

/// Every command of the program, in the job of a pull request from a fork that has changed the Releasefile.
@Suite("A command in the job of a fork")
struct ForkCommandTests {
  /// How a command ends there.
  private enum End {
    case reads
    /// It does not act, with this exit status and for another reason.
    case stops(Int32)
    case refused
  }

  /// The command lines by the names of their commands. A new command needs a line.
  private static let lines: [String: [(line: String, end: End)]] = [
    "version": [("version", .reads), ("version --next auto", .reads)],
    "bump": [("bump minor", .refused), ("bump minor --dry-run", .reads)],
    "changelog show": [("changelog", .reads), ("changelog 1.0.0", .reads)],
    "changelog add": [("changelog add patch Text", .refused)],
    "changelog check": [("changelog check --since origin/main", .stops(1))],
    "init": [("init --ci github", .refused), ("init --ci github --dry-run", .reads)],
    "check": [("check", .reads)], "doctor": [("doctor", .reads)],
    "plan": [("plan release", .reads), ("plan", .reads), ("plan tree", .stops(1))],
    "run": [("run release --yes", .refused), ("run build", .refused), ("run release --dry-run", .reads)],
    "propose": [("propose proposed --yes", .refused), ("propose proposed --dry-run", .reads)],
    "status": [("status", .reads), ("status --all", .reads)], "finish": [("finish", .reads)],
    "undo": [("undo", .reads)],
    "verify": [("verify 1.0.0", .refused)],
    "announce": [("announce --yes", .refused), ("announce --preview", .reads)],
    "export": [("export HEAD -o ../export.tar", .reads)],
    "config get": [
      ("config get Port", .reads), ("config get --all", .reads), ("config get --all --xcconfig s.xcconfig", .reads),
    ],
    "config explain": [("config explain Port", .reads)], "config matrix": [("config matrix", .reads)],
    "config diff": [("config diff Production Production", .reads)], "config check": [("config check", .reads)],
    "config set": [("config set PORT=2 s.xcconfig", .refused)],
    "config generate": [("config generate", .refused)],
    "help": [("help steps", .reads), ("help disk", .reads)],
    "schema": [("schema", .reads)], "completion": [("completion bash", .reads)], "manual": [("manual", .reads)],
  ]

  /// The names of all commands, such as `config get`.
  private static func names(of command: any ParsableCommand.Type, after parent: [String] = []) -> [String] {
    let subcommands = command.configuration.subcommands
    let own = parent + [command.configuration.commandName].compactMap(\.self)
    guard !subcommands.isEmpty else { return [own.joined(separator: " ")] }
    return subcommands.flatMap { names(of: $0, after: command == MartletCommand.self ? [] : own) }
  }

  /// The variables of a job by the documentation of each system.
  static let jobs: [[String]] = [
    // https://docs.github.com/en/actions/reference/workflows-and-actions/variables
    [
      "GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=pull_request_target", "GITHUB_REF=refs/heads/main",
      "GITHUB_BASE_REF=main", "GITHUB_REPOSITORY=owner/cool", "GITHUB_EVENT_PATH=../event.json",
    ],
    // https://docs.gitlab.com/ci/variables/predefined_variables/
    [
      "GITLAB_CI=true", "CI_PIPELINE_SOURCE=merge_request_event", "CI_MERGE_REQUEST_IID=1",
      "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID=9", "CI_PROJECT_ID=5",
      "CI_MERGE_REQUEST_PROJECT_ID=5",
    ],
    // https://buildkite.com/docs/pipelines/configure/environment-variables
    [
      "BUILDKITE=true", "BUILDKITE_PULL_REQUEST=1", "BUILDKITE_PULL_REQUEST_BASE_BRANCH=main",
      "BUILDKITE_PULL_REQUEST_REPO=https://github.com/else/cool", "BUILDKITE_REPO=git@github.com:owner/cool.git",
    ],
    // https://circleci.com/docs/reference/variables/
    ["CIRCLECI=true", "CIRCLE_PR_NUMBER=1", "CIRCLE_PR_USERNAME=else", "CIRCLE_BRANCH=pull/1"],
    // https://forgejo.org/docs/latest/user/actions/reference/
    [
      "FORGEJO_ACTIONS=true", "GITEA_ACTIONS=true", "GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=pull_request",
      "GITHUB_REF=refs/pull/1/head", "GITHUB_BASE_REF=main", "GITHUB_REPOSITORY=owner/cool",
      "GITHUB_EVENT_PATH=../event.json",
    ],
    // A comment, and an event that this version does not know.
    ["GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=issue_comment", "GITHUB_REF=refs/heads/main"],
    ["GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=new_event", "GITHUB_REF=refs/heads/main"],
  ]

  private static let token = "canary-0123456789"

  private static func project(_ log: RequestLog) throws -> GoldenWorld {
    let releasefile = """
      project: Cool
      manifests: [{plain: VERSION}]
      forge: {kind: github, url: "\(log.address)", token_env: SOCIAL_TOKEN}
      channels: {social: {kind: mastodon, server: "\(log.address)", token_env: SOCIAL_TOKEN}}
      environments:
        values: config.yml
        secrets: {Key: {command: [sh, -c, touch ../canary; echo 0123456789abcdef], embed: true}}
        outputs: [env: .env.generated]
      on_error: [run: [touch, ../canary]]
      finally: [run: [touch, ../canary]]
      lanes:
        build: {steps: [run: [touch, ../canary]]}
        release:
          steps: [bump: minor, run: [touch, ../canary], commit, tag, push, publish_release, announce]
        tree:
          steps: [{publish_files: {repository: "\(log.address)/o/t.git", files: {a: VERSION}, token_env: SOCIAL_TOKEN}}]
        proposed:
          pull_request: true
          steps: [bump: auto, commit, tag, push]

      """
    let files = [
      "Releasefile": releasefile, "VERSION": "1.0.0\n", "config.yml": "Production: {Port: 443}\n",
      ".gitignore": ".env.generated\n", "s.xcconfig": "PORT = 1\n",
      "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n- More\n\n## [1.0.0] - 2026-01-01\n\n- First\n",
    ]
    let world = try GoldenWorld(example: nil, files: files.mapValues { Data($0.utf8) })
    try world.setUp(
      """
      git tag -a -m 1.0.0 1.0.0; git push -q origin 1.0.0
      git config url.../CoolApp.git.insteadOf https://github.com/owner/cool.git
      git remote set-url origin https://github.com/owner/cool.git
      git switch -q -c feature; echo '# mine' >> Releasefile; git commit -q -a -m 'fix: mine'
      echo '{"issue": {"number": 1}, "pull_request": {"head": {"repo": {"full_name": "else/cool"}}}}' > ../event.json
      """)
    return world
  }

  @Test("has a line here for each command")
  func complete() {
    #expect(Self.names(of: MartletCommand.self).sorted() == Self.lines.keys.sorted())
  }

  /// All lines in the first job. That a job belongs to a fork is asked in one place, so the other jobs have a release, a command that
  /// reads, and a share of the lines each.
  private static func lines(in job: Int) -> [(line: String, end: End)] {
    lines.sorted { $0.key < $1.key }.flatMap(\.value).enumerated().filter { number, line in
      job == 0 || number % jobs.count == job || ["run release --yes", "version"].contains(line.line)
    }.map(\.element)
  }

  @Test(
    "writes nothing, sends no request and starts no program; those that only read succeed", arguments: jobs.indices)
  func job(_ number: Int) throws {
    let variables = Self.jobs[number]
    let log = try RequestLog()
    let world = try Self.project(log)
    let tokens = ["SOCIAL_TOKEN", "GITHUB_TOKEN", "GH_TOKEN", "GITLAB_TOKEN", "FORGEJO_TOKEN"].map {
      "\($0)=\(Self.token)"
    }
    let before = try Self.state(of: world)
    for (line, end) in Self.lines(in: number) {
      let result = try world.martlet(line.split(separator: " ").map(String.init), changes: tokens + variables).run()
      switch end {
      case .reads: #expect(result.succeeded, "\(line): \(result.errorText)")
      case .stops(let status): #expect(result.termination == .exited(status: status), "\(line): \(result.errorText)")
      case .refused:
        #expect(result.termination == .exited(status: 1), "\(line): \(result.errorText)")
        #expect(result.errorText.contains(": Martlet only reads the repository here\n"), "\(line)")
      }
      #expect(log.requests == [], "\(line)")
      #expect(try Self.state(of: world) == before, "\(line)")
      #expect(!result.outputText.contains(Self.token) && !result.errorText.contains(Self.token), "\(line)")
    }
  }

  /// Everything in the folder of the project and of its remote, except for the lock of runs.
  private static func state(of world: GoldenWorld) throws -> [String] {
    let output = try Command(
      "sh",
      [
        "-c",
        "git -C CoolApp for-each-ref; git -C CoolApp.git for-each-ref; find . -type f -newer event.json; ls -A . CoolApp",
      ],
      environment: ["PATH": "/usr/bin:/bin", "HOME": world.root], directory: world.root
    ).run().outputText
    return output.split(separator: "\n").map(String.init).filter {
      !$0.contains("/.git/martlet/") && !$0.contains("export.tar")
    }.sorted()
  }
}
