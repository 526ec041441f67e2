import Testing

@Suite("A branch with an unusual name, or none")
struct B07BranchNameTests {
  @Test(
    "can be released with any name, and none reaches a shell",
    arguments: [
      "HEAD", "-x", "a;touch canary", "a$(touch${IFS}canary)", "a`touch${IFS}canary`", "a'b", "a\"b", "refs/heads/x",
      "tags/1.5.0", "1.5.0", "origin/main", "ünï/🚀", "e\u{301}", "a%0A%3A%3Aerror", "x--upload-pack=touch",
      String(repeating: "b", count: 240),
    ].map { $0.replacing(" ", with: "${IFS}") })
  func anyName(name: String) throws {
    let project = try StrangeProject()
    try project.git("update-ref", "refs/heads/\(name)", "HEAD")
    try project.git("symbolic-ref", "HEAD", "refs/heads/\(name)")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let head = try project.git("rev-parse", "refs/heads/\(name)")
    #expect(
      try project.shell("git --git-dir=../origin.git for-each-ref --format='%(objectname) %(*objectname) %(refname)'")
        .contains("\(head)  refs/heads/\(name)"))
    #expect(try project.shell("git --git-dir=../origin.git rev-parse refs/tags/1.5.0^{}") == head)
    #expect(try project.shell("find .. -name 'canary*'") == "")
  }

  @Test("is not treated as unborn if its name is not UTF-8")
  func latin() throws {
    let project = try StrangeProject()
    try project.shell(
      """
      name=refs/heads/$(printf 'e\\351'); git -c core.logAllRefUpdates=false update-ref "$name" HEAD
      git pack-refs --all; git symbolic-ref HEAD "$name"
      """)
    try project.expectRefusal(
      "run", "local",
      says: """
        error: HEAD names a branch whose name is not UTF-8
         --> Releasefile:8:13
        hint: rename it with `git branch -m NAME`
        """)
    try project.git("branch", "-m", "main", "old")
    try project.git("branch", "-m", "main")
    try project.expectRelease()
  }

  @Test("is required by some commands, which suggest how to create one")
  func detached() throws {
    let project = try StrangeProject()
    try project.git("checkout", "-q", "--detach")
    let head = try project.git("rev-parse", "--short=7", "HEAD")
    try project.expectRefusal(
      "run", "local",
      says: """
        error: no branch is checked out (detached at \(head)), expected one
         --> Releasefile:8:26
        hint: check out the branch to release from, for example with `git switch -`, which goes back to the last one
        """)
  }

  @Test(
    "is known in CI though only its commit is checked out",
    arguments: [
      ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/heads/main", "GITHUB_SHA": "HEAD"],
      ["GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "push", "CI_COMMIT_BRANCH": "main", "CI_COMMIT_SHA": "HEAD"],
      ["TF_BUILD": "True", "BUILD_SOURCEBRANCH": "refs/heads/main", "BUILD_SOURCEVERSION": "HEAD"],
      ["JENKINS_URL": "https://ci.example.com", "BUILD_ID": "1", "BRANCH_NAME": "main", "GIT_COMMIT": "HEAD"],
    ])
  func detachedInCI(variables: [String: String]) throws {
    let project = try StrangeProject()
    try project.git("checkout", "-q", "--detach")
    try project.git("branch", "-q", "-D", "main")
    let head = try project.git("rev-parse", "HEAD")
    project.environment.merge(variables.mapValues { $0 == "HEAD" ? head : $0 }) { $1 }
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let released = try project.git("rev-parse", "HEAD")
    #expect(try project.git("rev-parse", "HEAD~") == head)
    #expect(try project.git("branch", "--list", "main") == "")
    #expect(
      try project.git("ls-remote", "origin", "refs/tags/1.5.0^{}", "refs/heads/main") == """
        \(released)\trefs/heads/main
        \(released)\trefs/tags/1.5.0^{}
        """)
  }

  @Test("of a detached CI build can be undone or finished after a failure")
  func detachedAndStopped() throws {
    let project = try StrangeProject()
    let head = try project.git("rev-parse", "HEAD")
    project.environment.merge([
      "GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "push", "CI_COMMIT_BRANCH": "main", "CI_COMMIT_SHA": head,
    ]) { $1 }
    try project.shell(
      """
      sed -i.orig 's#^lanes:#lanes:\\
        failing: {steps: [bump: minor, commit, run: {shell: "false"}]}\\
        killed:\\
          steps:\\
            - bump: minor\\
            - commit\\
            - run: {shell: "[ -e .git/once ] || { touch .git/once; kill -9 $PPID; }"}\\
            - tag\\
            - push#' Releasefile; rm *.orig
      git commit -q -a -m Lanes; git push -q
      """)
    let start = try project.git("rev-parse", "HEAD")
    project.environment["CI_COMMIT_SHA"] = start
    try project.git("checkout", "-q", "--detach")
    #expect(try project.martlet("run", "failing").status == 1)
    #expect(try project.shell("git rev-parse HEAD; git status --porcelain; cat VERSION") == "\(start)\n1.4.2")
    #expect(try project.martlet("run", "killed", "--yes").status == 137)
    #expect(try project.git("rev-parse", "HEAD~") == start)
    #expect(try project.martlet("undo").status == 0)
    #expect(try project.shell("git rev-parse HEAD; git status --porcelain; cat VERSION") == "\(start)\n1.4.2")
    try project.shell("rm .git/once")
    #expect(try project.martlet("run", "killed", "--yes").status == 137)
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let released = try project.git("rev-parse", "HEAD")
    #expect(try project.git("rev-parse", "HEAD~") == start)
    #expect(
      try project.git("ls-remote", "origin", "refs/tags/1.5.0^{}", "refs/heads/main") == """
        \(released)\trefs/heads/main
        \(released)\trefs/tags/1.5.0^{}
        """)
  }

  @Test("is not assumed in CI for another commit than the built one")
  func otherCommit() throws {
    let project = try StrangeProject()
    try project.git("checkout", "-q", "--detach")
    let head = try project.git("rev-parse", "--short=7", "HEAD")
    project.environment.merge(
      [
        "GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "push", "CI_COMMIT_BRANCH": "main",
        "CI_COMMIT_SHA": String(repeating: "1", count: 40),
      ]
    ) { $1 }
    try project.expectRefusal(
      "run", "release",
      says: """
        error: HEAD is at \(head) without a branch, and GitLab CI builds `main` at 1111111
         --> Releasefile:6:41
        hint: to release this commit, run `git switch -C main`
        """)
    try project.shell("git switch -q -C main")
    #expect(try project.martlet("run", "release", "--yes").status == 0)
  }

  @Test("is not needed for a tag, whose build has none")
  func detachedTag() throws {
    let project = try StrangeProject()
    try project.shell(
      "echo 1.4.3 > VERSION; git commit -q -a -m x; git checkout -q --detach; sed -i.orig 's/tag, push/tag/' Releasefile; rm *.orig"
    )
    #expect(try project.martlet("run", "mark", "--yes").status == 0)
    #expect(try project.git("tag", "--points-at", "HEAD") == "1.4.3")
  }
}
