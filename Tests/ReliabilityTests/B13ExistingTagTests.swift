import Testing

@Suite("An existing tag")
struct B13ExistingTagTests {
  private let project: StrangeProject

  /// The project at 1.4.3, which has no tag yet.
  init() throws {
    project = try StrangeProject()
    try project.shell("echo 1.4.3 > VERSION; git commit -q -a -m Next; git push -q")
  }

  @Test(
    "of the same commit is accepted, and pushed",
    arguments: [
      "git tag 1.4.3", "git tag -a -m x 1.4.3", "git tag -a -m x inner; git tag -a -m y 1.4.3 inner 2> /dev/null",
      "git tag 1.4.3; git pack-refs --all", "git tag -a -m x 1.4.3; git push -q origin 1.4.3",
      "git tag 1.4.3; git branch 1.4.3",
    ])
  func same(setup: String) throws {
    try project.shell(setup)
    let object = try project.git("rev-parse", "refs/tags/1.4.3")
    let outcome = try project.martlet("run", "mark", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains(
        "no tag to create: `1.4.3` already points to \(try project.git("rev-parse", "--short=7", "HEAD"))"))
    #expect(try project.git("rev-parse", "refs/tags/1.4.3") == object)
    #expect(try project.git("ls-remote", "origin", "refs/tags/1.4.3").hasPrefix(object))
    // A second time.
    #expect(try project.martlet("run", "mark", "--yes").status == 0)
  }

  @Test(
    "of another commit is never moved: the error names both commits, its author and its date",
    arguments: [
      ("git tag 1.4.3 HEAD~", "1.4.3^{commit}", "C. Committer"),
      ("git tag -a -m x 1.4.3 HEAD~", "1.4.3^{commit}", "C. Committer"),
      ("git tag -a -m x inner HEAD~; git tag -a -m y 1.4.3 inner 2> /dev/null", "1.4.3^{commit}", "C. Committer"),
      ("git tag 1.4.3 HEAD^{tree}", "HEAD^{tree}", nil), ("git tag 1.4.3 HEAD:VERSION", "HEAD:VERSION", nil),
      ("git tag -a -m x 1.4.3 HEAD^{tree}", "1.4.3", "C. Committer"),
    ] as [(String, String, String?)])
  func other(setup: String, found: String, maker: String?) throws {
    try project.shell(setup)
    let id = try project.git("rev-parse", "--short=7", found)
    let head = try project.git("rev-parse", "--short=7", "HEAD")
    try project.expectRefusal(
      "run", "mark", "--yes", status: 5,
      says: """
        error: the tag `1.4.3` already points to \(id)\(maker.map { " (2026-01-01, \($0))" } ?? ""), expected \(head)
          --> Releasefile:10:13
        hint: raise the version with `martlet bump 1.4.4` and commit it, or delete the tag if it was never pushed
        """)
  }

  @Test("stops a release before the first write if its commit is still to be made")
  func planned() throws {
    try project.shell("git tag 1.5.0 HEAD~")
    let id = try project.git("rev-parse", "--short=7", "HEAD~")
    try project.expectRefusal(
      "run", "release", "--yes", status: 5,
      says: """
        error: the tag `1.5.0` already points to \(id) (2026-01-01, C. Committer), expected the commit of this run
         --> Releasefile:6:49
        hint: write the next free version in the lane, `bump: 1.5.1`, or delete the tag if it was never pushed
        """)
  }

  @Test("may have a branch with the same name", arguments: ["1.5.0", "tags/1.5.0"])
  func branch(name: String) throws {
    try project.git("update-ref", "refs/heads/\(name)", "HEAD~")
    try project.git("push", "-q", "origin", "refs/heads/\(name)")
    try project.expectRelease(["run", "release", "--yes"])
    #expect(try project.git("ls-remote", "origin", "refs/heads/\(name)").hasPrefix(project.git("rev-parse", "HEAD~2")))
    #expect(try project.git("ls-remote", "origin", "refs/tags/1.5.0^{}").hasPrefix(project.git("rev-parse", "HEAD")))
  }

  @Test("with an ambiguous branch stops the push, and nothing is public")
  func branchLikeReference() throws {
    try project.git("update-ref", "refs/heads/refs/tags/1.5.0", "HEAD~")
    try project.git("push", "-q", "origin", "refs/heads/refs/tags/1.5.0")
    let remote = try project.git("ls-remote", "origin")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "error: `origin` refused `refs/tags/1.5.0`: stale info")
    #expect(try project.git("ls-remote", "origin") == remote)
  }
}
