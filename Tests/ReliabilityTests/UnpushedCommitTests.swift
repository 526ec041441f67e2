import TestSupport
import Testing

/// A lane that pushes only a tag must not publish a commit that no branch of the remote has.
@Suite("The tag of a commit that the remote branch does not contain")
struct UnpushedCommitTests {
  private static let releasefile = """
    project: Cool
    manifests: [plain: VERSION]
    lanes:
      prepare: {steps: [bump: auto, changelog, commit]}
      release: {pull_request: true, steps: [bump: auto, changelog, commit, tag, push]}
      mark: {steps: [tag, push: {branch: false}]}
      both: {steps: [tag: "both-${version}", push]}
      side: {steps: [bump: minor, commit, tag, push: {branch: false}]}

    """

  /// A project whose pull request for 1.4.3 was merged.
  private func merged() throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write("Releasefile", Self.releasefile)
    try project.shell("git add -A; git commit -qm 'fix: answer'; git push -q")
    #expect(try project.martlet("run", "prepare").status == 0)
    try project.shell("git push -q")
    return project
  }

  @Test("is not made by a lane with `pull_request`, which releases the merged commit", arguments: [0, 1])
  func proposed(unpushed: Int) throws {
    let project = try merged()
    let released = try project.git("rev-parse", "origin/main")
    if unpushed == 1 {
      try project.shell("git commit -q --allow-empty -m 'chore: WIP'")
      let plan = try project.martlet("plan", "release")
      #expect(plan.status == 1)
      #expect(
        plan.errors.hasPrefix(
          """
          warning: a release was merged at \(released.prefix(7)), before the newest commits: that commit is released, not the one of this plan
          hint: see its plan with `git switch --detach \(released.prefix(7)) && martlet plan release`
          """), "\(plan.errors)")
    }
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("rev-parse", "1.4.3^{}") == released)
    #expect(try project.git("ls-remote", "origin", "1.4.3^{}").hasPrefix(released))
  }

  @Test("is made after a fetch, if the commit was merged")
  func fetched() throws {
    let project = try merged()
    try project.shell("git update-ref refs/remotes/origin/main HEAD~1")
    let head = try project.git("rev-parse", "--short=7", "HEAD")
    try project.expectRefusal(
      "run", "release", "--yes",
      says: """
        error: the commit \(head) is not in `main` of `origin` as of the last fetch, and only its tag would be pushed
         --> Releasefile:5:77
        hint: if it was merged there, run `git fetch origin`; otherwise set it aside with `git branch unpushed && git reset --keep origin/main`, or push it first
        """)
    try project.shell("git fetch -q origin")
    #expect(try project.martlet("run", "release", "--yes").status == 0)
  }

  @Test("is not made by `push` without the branch either, unless the run has made the commit")
  func withoutBranch() throws {
    let project = try merged()
    try project.shell("git commit -q --allow-empty -m 'chore: WIP'")
    #expect(try project.martlet("run", "mark", "--yes").status == 1)
    #expect(try project.git("ls-remote", "--tags", "origin", "1.4.3") == "")
    try project.shell("git update-ref -d refs/remotes/origin/main")
    let unknown = try project.martlet("run", "mark", "--yes")
    let head = try project.git("rev-parse", "--short=7", "HEAD")
    #expect(
      unknown.errors == """
        error: whether `main` of `origin` contains the commit \(head) is unknown, because that branch was never fetched
         --> Releasefile:6:23
        hint: fetch it with `git fetch origin`
        """)
    try project.shell("git fetch -q origin")
    // These push the branch, or a commit of the run that the plan shows.
    #expect(try project.martlet("run", "side", "--yes").status == 0)
    #expect(try project.martlet("run", "both", "--yes").status == 0)
  }
}
