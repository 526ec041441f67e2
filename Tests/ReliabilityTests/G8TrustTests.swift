import Testing

@Suite("A pipeline")
struct G8TrustTests {
  /// The project on a detached commit that is on no branch of `origin`, like the checked-out commit of a pull request, and
  /// the variables, in which `$MAIN` is the commit of `main`.
  private static func project(_ variables: [String: String]) throws -> StrangeProject {
    let project = try StrangeProject()
    let main = try project.git("rev-parse", "main")
    try project.shell(
      """
      git clone -q . ../theirs
      git -C ../theirs commit -q --allow-empty -m 'Hostile'
      git fetch -q ../theirs HEAD; git checkout -q --detach FETCH_HEAD
      """)
    project.environment.merge(variables.mapValues { $0.replacing("$MAIN", with: main) }) { $1 }
    return project
  }

  /// What each system sets of which Martlet reads nothing but that it runs the job.
  private static let others: [[String: String]] = [
    ["CI": "true", "DRONE": "true", "DRONE_BUILD_EVENT": "pull_request"], ["TEAMCITY_VERSION": "2025.1"],
    ["CI": "true", "TRAVIS": "true", "TRAVIS_EVENT_TYPE": "push"], ["CI": "true", "CIRRUS_CI": "true"],
    ["CM_BUILD_ID": "1", "CM_PULL_REQUEST": "true"], ["APPVEYOR": "True"], ["SEMAPHORE": "true"],
    ["CODEBUILD_BUILD_ID": "x"], ["CI": "1"], ["MARTLET_CI": "other"],
  ]

  @Test(
    "of a system that Martlet cannot read may only read, until its definition states who starts it", arguments: others)
  func unknown(variables: [String: String]) throws {
    let project = try StrangeProject()
    project.environment.merge(variables) { $1 }
    try project.expectRefusal(
      "run", "release", "--yes",
      says: """
        error: a CI system does not provide the event of this pipeline: Martlet only reads the repository here
        stopped before `bump`
        hint: if only users who may release can start this pipeline, set `MARTLET_TRUSTED=true` in its definition
        """)
    #expect(try project.martlet("check").status == 0)
    project.environment["MARTLET_TRUSTED"] = "true"
    #expect(try project.martlet("run", "release", "--yes").status == 0)
  }

  private static let gitHub = ["GITHUB_ACTIONS": "true", "GITHUB_REF": "refs/heads/main", "GITHUB_SHA": "$MAIN"]

  /// Jobs of `main` that anybody may have made to check out another commit.
  private static let jobs: [(String, [String: String])] =
    ["workflow_dispatch", "repository_dispatch", "schedule", "push"].map { event in
      ("GitHub Actions", gitHub.merging(["GITHUB_EVENT_NAME": event]) { $1 })
    } + [
      (
        "GitLab CI",
        ["GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "schedule", "CI_COMMIT_BRANCH": "main", "CI_COMMIT_SHA": "$MAIN"]
      ),
      ("Buildkite", ["BUILDKITE": "true", "BUILDKITE_BRANCH": "main", "BUILDKITE_COMMIT": "HEAD"]),
      ("Bitrise", ["BITRISE_IO": "true", "BITRISE_GIT_TAG": "1.4.2", "BITRISE_GIT_COMMIT": "$MAIN"]),
    ]

  @Test("that has checked out a commit which is not the one of the job may only read", arguments: jobs)
  func otherCommit(system: String, variables: [String: String]) throws {
    let project = try Self.project(variables)
    let head = try project.git("rev-parse", "--short=7", "HEAD")
    try project.expectRefusal(
      "run", "mark", "--yes",
      says: """
        error: `HEAD` (\(head)) is neither the commit nor on the branch that \(system) builds: Martlet only reads the repository here
        stopped before `tag`
        hint: if only users who may release can start this pipeline, set `MARTLET_TRUSTED=true` in its definition
        """)
    project.environment["MARTLET_TRUSTED"] = "true"
    // The next obstacle: `main` has the tag.
    #expect(try project.martlet("run", "mark", "--yes").code == "tag-taken")
  }

  @Test("cannot make the commit of a pull request its own by a merge, a cherry-pick or a commit above it")
  func disguised() throws {
    for script in [
      "git checkout -q main; git merge -q --no-ff -m x FETCH_HEAD",
      "git checkout -q main; git merge -q --ff-only FETCH_HEAD",
      "git checkout -q main; git cherry-pick --allow-empty FETCH_HEAD", "git commit -q --allow-empty -m x",
    ] {
      let project = try Self.project(Self.gitHub.merging(["GITHUB_EVENT_NAME": "push"]) { $1 })
      try project.shell(script)
      let outcome = try project.martlet("run", "mark", "--yes")
      #expect(outcome.status == 1 && outcome.errors.contains("is neither the commit nor on the branch"), "\(script)")
    }
  }

  @Test("may release the commits that it makes itself, and the newest ones of its branch")
  func own() throws {
    let project = try StrangeProject()
    let main = try project.git("rev-parse", "main")
    project.environment.merge(Self.gitHub.mapValues { $0.replacing("$MAIN", with: main) }) { $1 }
    project.environment["GITHUB_EVENT_NAME"] = "workflow_dispatch"
    try project.shell("echo a > A; git add A; git commit -q -m 'Generated'; git commit -q --amend -m 'Generated files'")
    #expect(try project.martlet("run", "release", "--yes").status == 0)
    // The next job of the same commit of `main`, after the release was pushed.
    #expect(try project.martlet("bump", "patch").status == 0)
    try project.shell("git checkout -q -- .; git fetch -q; git checkout -q --detach origin/main")
    #expect(try project.martlet("bump", "patch").status == 0)
  }

  @Test("of a merge queue is that of a pull request from an unknown repository")
  func mergeQueue() throws {
    let project = try Self.project(
      Self.gitHub.merging([
        "GITHUB_EVENT_NAME": "merge_group", "GITHUB_REF": "refs/heads/gh-readonly-queue/main/pr-1-1a2b3c4",
      ]) { $1 })
    try project.expectRefusal(
      "run", "mark", "--yes",
      says: """
        error: pull request from an unknown repository: Martlet only reads the repository here
        stopped before `tag`
        hint: run this in a branch build; if only users who may release can start this pipeline, set `MARTLET_TRUSTED=true` in its definition
        """)
  }

  @Test(
    "of Jenkins for a pull request is recognised by the variables of its plug-ins, and by what it builds",
    arguments: [
      ["GITHUB_PR_NUMBER": "12"], ["GERRIT_CHANGE_NUMBER": "12"], ["GERRIT_REFSPEC": "refs/changes/01/1/1"],
      ["BITBUCKET_PULL_REQUEST_ID": "12"], ["GIT_BRANCH": "origin/pr/12/head"], ["GIT_BRANCH": "origin/pull/12/merge"],
    ])
  func jenkins(variables: [String: String]) throws {
    let project = try StrangeProject()
    project.environment.merge(["JENKINS_URL": "http://j/", "BUILD_ID": "1"]) { $1 }
    project.environment.merge(variables) { $1 }
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix(
        "error: pull request from an unknown repository: Martlet only reads the repository here\n"),
      "\(outcome.errors)")
  }
}
