import Testing

@Suite("B7: odd branches, and none")
struct B07BranchNameTests {
  @Test(
    "B7: a branch of any name is released from, and none reaches a shell",
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

  @Test("B7: a branch whose name is no UTF-8 is not taken for one without a commit")
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
         --> Releasefile:8:26
        hint: give it another one with `git branch -m NAME`
        """)
    try project.git("branch", "-m", "main", "old")
    try project.git("branch", "-m", "main")
    try project.expectRelease()
  }

  @Test("B7: without a branch, what needs one says how to get it")
  func detached() throws {
    let project = try StrangeProject()
    try project.git("checkout", "-q", "--detach")
    let head = try project.git("rev-parse", "--short=7", "HEAD")
    try project.expectRefusal(
      "run", "local",
      says: """
        error: no branch is checked out (detached at \(head)), expected one
         --> Releasefile:8:26
        hint: check out the branch to release from, for example with `git switch main`
        """)
  }

  @Test(
    "B7: in CI the order names the branch that is built, and helps",
    arguments: [
      ["GITHUB_REF": "refs/heads/main"], ["CI_COMMIT_BRANCH": "main"], ["BUILD_SOURCEBRANCH": "refs/heads/main"],
      ["BITRISE_GIT_BRANCH": "main"], ["CI_BRANCH": "main"], ["CIRCLE_BRANCH": "main"],
    ])
  func detachedInCI(variables: [String: String]) throws {
    let project = try StrangeProject()
    try project.git("checkout", "-q", "--detach")
    project.environment.merge(variables) { $1 }
    project.environment["CI"] = "true"
    let head = try project.git("rev-parse", "--short=7", "HEAD")
    try project.expectRefusal(
      "run", "release",
      says: """
        error: no branch is checked out (detached at \(head)), expected one
         --> Releasefile:6:40
        hint: the CI system builds `main`: check it out with `git switch -C main`
        """)
    try project.shell("git switch -q -C main")
    #expect(try project.martlet("run", "release").status == 0)
  }

  @Test("B7: a tag needs no branch, and its build names none")
  func detachedTag() throws {
    let project = try StrangeProject()
    try project.shell(
      "echo 1.4.3 > VERSION; git commit -q -a -m x; git checkout -q --detach; sed -i.orig 's/tag, push/tag/' Releasefile; rm *.orig"
    )
    #expect(try project.martlet("run", "mark").status == 0)
    #expect(try project.git("tag", "--points-at", "HEAD") == "1.4.3")
  }
}
