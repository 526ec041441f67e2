import Testing

@Suite("A Releasefile from a fork")
struct G8ForkTests {
  /// A project in the pipeline of a pull request: the branch `feature`, as a detached commit.
  private static func project(
    _ variables: [String: String], changing releasefile: Bool = false,
    around lanes: String = "on_error: [run: [touch, handled]]"
  ) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.shell(
      """
      sed -i.orig 's/^lanes:/\(lanes)\\
      lanes:\\
        test: {steps: [run: [touch, ran]]}\\
        hello: {steps: [message: Hello]}/' Releasefile; rm *.orig
      git commit -q -a -m Lanes; git push -q
      git switch -q -c feature; echo more > MORE; git add MORE; git commit -q -m Feature
      """)
    if releasefile { try project.shell("echo '# mine' >> Releasefile; git commit -q -a -m Mine") }
    try project.git("checkout", "-q", "--detach")
    project.environment.merge(variables) { $1 }
    return project
  }

  /// The variables of each system in a pull request from a fork.
  private static let forks: [[String: String]] = [
    [
      "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request_target", "GITHUB_REF": "refs/heads/main",
      "GITHUB_BASE_REF": "main", "GITHUB_REPOSITORY": "cool/app", "GITHUB_EVENT_PATH": "../event.json",
    ],
    [
      "GITEA_ACTIONS": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request",
      "GITHUB_BASE_REF": "main", "GITHUB_REPOSITORY": "cool/app", "GITHUB_EVENT_PATH": "../event.json",
    ],
    [
      "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "1", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
      "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "9", "CI_PROJECT_ID": "5",
    ],
    [
      "CI_XCODE_CLOUD": "TRUE", "CI_PULL_REQUEST_NUMBER": "1", "CI_PULL_REQUEST_TARGET_BRANCH": "main",
      "CI_PULL_REQUEST_SOURCE_REPO": "else/app", "CI_PULL_REQUEST_TARGET_REPO": "cool/app",
    ],
    [
      "BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "1", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
      "BUILDKITE_PULL_REQUEST_REPO": "git://github.com/else/app", "BUILDKITE_REPO": "git@github.com:cool/app.git",
    ],
    ["CIRCLECI": "true", "CIRCLE_PR_NUMBER": "1", "CIRCLE_BRANCH": "pull/1"],
    [
      "JENKINS_URL": "https://ci.example.com", "BUILD_ID": "1", "CHANGE_ID": "1", "CHANGE_TARGET": "main",
      "CHANGE_FORK": "else",
    ],
    [
      "BITRISE_IO": "true", "BITRISE_PULL_REQUEST": "1", "BITRISEIO_GIT_BRANCH_DEST": "main",
      "BITRISEIO_PULL_REQUEST_REPOSITORY_URL": "https://github.com/else/app",
      "GIT_REPOSITORY_URL": "git@github.com:cool/app.git",
    ],
    [
      "TF_BUILD": "True", "BUILD_SOURCEBRANCH": "refs/pull/1/merge", "SYSTEM_PULLREQUEST_ISFORK": "True",
      "SYSTEM_PULLREQUEST_TARGETBRANCH": "main",
    ],
  ]

  @Test("cannot run lanes with effects in the pipeline of a pull request", arguments: forks)
  func strangers(_ variables: [String: String]) throws {
    let project = try Self.project(variables)
    try project.shell(
      "echo '{\"pull_request\": {\"head\": {\"repo\": {\"full_name\": \"else/app\"}}}}' > ../event.json")
    try project.expectRefusal(
      "run", "release", "--yes",
      says: """
        error: pull request from a fork: Martlet only reads the repository here
        stopped before `bump`
        hint: run this in a branch build
        """)
    #expect(!project.has("handled"))
    #expect(try project.martlet("check").status == 0)
    #expect(try project.martlet("run", "hello").errors == "Hello")
    try project.shell("git switch -q feature")
    #expect(try project.martlet("plan", "release").status == 0)
  }

  @Test(
    "is assumed if the source of the pull request is unknown, for any files",
    arguments: [
      ["CI": "woodpecker", "CI_COMMIT_PULL_REQUEST": "1", "CI_COMMIT_TARGET_BRANCH": "main"],
      ["BITBUCKET_BUILD_NUMBER": "1", "BITBUCKET_PR_ID": "1", "BITBUCKET_PR_DESTINATION_BRANCH": "main"],
      ["GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/pull/1/merge", "GITHUB_EVENT_PATH": "/nowhere"],
    ])
  func unknownOrigin(_ variables: [String: String]) throws {
    let project = try Self.project(variables)
    try project.write(".env", "MARTLET_CI=none\nMARTLET_TRUSTED=true\n")
    try project.expectRefusal(
      "run", "local", "--yes",
      says: """
        error: pull request from an unknown repository: Martlet only reads the repository here
        stopped before `bump`
        hint: run this in a branch build; if only users who may release can start this pipeline, set `MARTLET_TRUSTED=true` in its definition
        """)
    try project.shell("git switch -q feature")
    try project.shell("rm .env")
    project.environment["MARTLET_TRUSTED"] = "true"
    #expect(try project.martlet("run", "local", "--yes").status == 0)
  }

  private static let own = [
    "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "1", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
    "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "5", "CI_PROJECT_ID": "5", "CI_MERGE_REQUEST_PROJECT_ID": "5",
  ]

  @Test("may run commands only from the Releasefile of the target branch")
  func harmless() throws {
    let project = try Self.project(Self.forks[2])
    #expect(try project.martlet("run", "test").status == 0)
    #expect(project.has("ran"))
  }

  @Test(
    "runs nothing that the pull request has changed, wherever it comes from",
    arguments: [own, forks[2]])
  func changedReleasefile(_ variables: [String: String]) throws {
    let project = try Self.project(variables, changing: true)
    try project.expectRefusal(
      "run", "test", "--yes",
      says: """
        error: `Releasefile` differs from that of `main`, the target branch of this pull request: Martlet only reads the repository here
        stopped before `run`
        hint: merge it first, then run this in a build of `main`
        """)
    #expect(!project.has("handled"))
    #expect(try project.martlet("run", "hello").status == 0)
  }

  /// A project whose lane requests a secret from a program, in the pipeline of an ordinary pull request.
  private static func secretive(changing releasefile: Bool) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.shell(
      """
      printf 'Production: {Port: 443}\\n' > config.yml; echo .env.generated > .gitignore
      cat > Releasefile <<'END'
      environments:
        values: config.yml
        secrets: {Key: {command: [sh, -c, touch asked; echo 0123456789abcdef], embed: true}}
        outputs: [env: .env.generated]
      on_error: [run: [touch, handled]]
      lanes:
        configure: {steps: [generate_config: Production]}
      END
      git add --all; git commit -q -m Configuration; git push -q
      git switch -q -c feature; git commit -q --allow-empty -m Feature
      """)
    if releasefile { try project.shell("echo '# mine' >> Releasefile; git commit -q -a -m Mine") }
    try project.git("checkout", "-q", "--detach")
    project.environment.merge(own) { $1 }
    return project
  }

  @Test("runs no program for a secret that a pull request may have named")
  func programs() throws {
    let project = try Self.secretive(changing: true)
    let reason = "`Releasefile` differs from that of `main`, the target branch of this pull request"
    try project.expectRefusal(
      "run", "configure", "--yes",
      says: """
        error: \(reason): Martlet only reads the repository here
        stopped before `generate_config`
        hint: merge it first, then run this in a build of `main`
        """)
    try project.expectRefusal(
      "config", "generate", "--env", "Production",
      says: """
        error: \(reason): Martlet only reads the repository here
        stopped before `generate_config`
        hint: merge it first, then run this in a build of `main`
        """)
    #expect(try project.martlet("plan", "configure").status == 0)
    #expect(!project.has("asked"))

    let unchanged = try Self.secretive(changing: false)
    #expect(try unchanged.martlet("plan", "configure").status == 0)
    #expect(!unchanged.has("asked"))
    #expect(try unchanged.martlet("config", "generate", "--env", "Production").status == 0)
    #expect(unchanged.has("asked"))
  }

  @Test("does not run handlers after a lane, with any result")
  func following() throws {
    let project = try Self.project(
      Self.forks[2], around: "finally: [run: {command: [touch, finished], outward: true}]")
    let outcome = try project.martlet("run", "hello")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        Hello
        warning: pull request from a fork: Martlet only reads the repository here
        stopped before `run`
        hint: run this in a branch build
        """)
    #expect(!project.has("finished"))
  }

  @Test("does nothing by a command that is not a lane, nor by the handlers around it")
  func around() throws {
    let project = try Self.project(
      Self.own, changing: true, around: "finally: [run: [touch, finished]]\\\non_error: [run: [touch, handled]]")
    try project.expectRefusal(
      "bump", "minor",
      says: """
        error: `Releasefile` differs from that of `main`, the target branch of this pull request: Martlet only reads the repository here
        stopped before `bump`
        hint: merge it first, then run this in a build of `main`
        """)
    #expect(try project.martlet("bump", "1.4.0").status == 1)
    #expect(!project.has("handled"))
  }

  @Test("runs nothing if its changes are unknown, until the suggested command was run")
  func unfetched() throws {
    let project = try Self.project(Self.own)
    try project.git("update-ref", "-d", "refs/remotes/origin/main")
    try project.expectRefusal(
      "run", "test",
      says: """
        error: this pull request may change the Releasefile, because `main` has not been fetched: Martlet only reads the repository here
        stopped before `run`
        hint: fetch it with `git fetch origin +refs/heads/main:refs/remotes/origin/main`
        """)
    try project.git("fetch", "-q", "origin", "+refs/heads/main:refs/remotes/origin/main")
    #expect(try project.martlet("run", "test").status == 0)
    project.environment.merge(["CIRCLECI": "true", "CIRCLE_PULL_REQUEST": "https://github.com/cool/app/pull/1"]) { $1 }
    project.environment["MARTLET_CI"] = "circleci"
    try project.expectRefusal(
      "run", "test",
      says: """
        error: this pull request may change the Releasefile, because CircleCI does not provide its target branch: Martlet only reads the repository here
        stopped before `run`
        hint: run this in a branch build
        """)
  }

  @Test("is different from a pull request of the same repository, which uses the target branch's Releasefile")
  func ownBranch() throws {
    let project = try Self.project(Self.own)
    try project.shell("git switch -q feature")
    #expect(try project.martlet("run", "local", "--yes").status == 0)
    #expect(try project.git("tag", "--points-at", "HEAD") == "1.5.0")
  }
}
