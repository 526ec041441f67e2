import Testing

@Suite("B13: a tag that is there")
struct B13ExistingTagTests {
  private let project: StrangeProject

  /// At 1.4.3, which has no tag yet.
  init() throws {
    project = try StrangeProject()
    try project.shell("echo 1.4.3 > VERSION; git commit -q -a -m Next; git push -q")
  }

  @Test(
    "B13: one that names the commit already is what was asked for, and is pushed",
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
        "no tag to make: `1.4.3` names \(try project.git("rev-parse", "--short=7", "HEAD")) already"))
    #expect(try project.git("rev-parse", "refs/tags/1.4.3") == object)
    #expect(try project.git("ls-remote", "origin", "refs/tags/1.4.3").hasPrefix(object))
    // And again.
    #expect(try project.martlet("run", "mark", "--yes").status == 0)
  }

  @Test(
    "B13: one that names something else is never moved: both commits are named, and who made it when",
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
        error: the tag `1.4.3` names \(id) already\(maker.map { " (2026-01-01, \($0))" } ?? ""), expected \(head)
          --> Releasefile:10:13
        hint: raise the version first, or delete the tag if it was never pushed
        """)
  }

  @Test("B13: one that stands in the way of a release yet to be committed stops it before anything is written")
  func planned() throws {
    try project.shell("git tag 1.5.0 HEAD~")
    let id = try project.git("rev-parse", "--short=7", "HEAD~")
    try project.expectRefusal(
      "run", "release", "--yes", status: 5,
      says: """
        error: the tag `1.5.0` names \(id) already (2026-01-01, C. Committer), expected the commit of this run
         --> Releasefile:6:48
        hint: raise the version first, or delete the tag if it was never pushed
        """)
  }

  @Test("B13: a branch of the tag's name confuses nobody", arguments: ["1.5.0", "tags/1.5.0"])
  func branch(name: String) throws {
    try project.git("update-ref", "refs/heads/\(name)", "HEAD~")
    try project.git("push", "-q", "origin", "refs/heads/\(name)")
    try project.expectRelease(["run", "release", "--yes"])
    #expect(try project.git("ls-remote", "origin", "refs/heads/\(name)").hasPrefix(project.git("rev-parse", "HEAD~2")))
    #expect(try project.git("ls-remote", "origin", "refs/tags/1.5.0^{}").hasPrefix(project.git("rev-parse", "HEAD")))
  }

  @Test("B13: a branch that git would take for the tag stops the push, and nothing is public")
  func branchLikeReference() throws {
    try project.git("update-ref", "refs/heads/refs/tags/1.5.0", "HEAD~")
    try project.git("push", "-q", "origin", "refs/heads/refs/tags/1.5.0")
    let remote = try project.git("ls-remote", "origin")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "error: `origin` refused `refs/heads/refs/tags/1.5.0`: stale info")
    #expect(try project.git("ls-remote", "origin") == remote)
  }
}
