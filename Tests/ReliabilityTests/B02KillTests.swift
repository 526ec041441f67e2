import Testing

@Suite("A run that is killed during a commit")
struct B02KillTests {
  /// A hook with that name kills a release of this project once.
  private func killed(by hook: String) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.shell(
      """
      printf '#!/bin/sh\\n[ -e ../killed ] || { touch ../killed; kill -9 $(ps -o ppid= -p $PPID) $PPID; }\\n' > .git/hooks/\(hook)
      chmod +x .git/hooks/\(hook)
      """)
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    return project
  }

  @Test(
    "is resumed to the same commit and tag as without the kill",
    arguments: ["pre-commit", "commit-msg", "post-commit"])
  func resumed(hook: String) throws {
    let twin = try StrangeProject()
    try twin.expectRelease(["run", "release", "--yes"])
    let project = try killed(by: hook)
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try project.git("for-each-ref", "refs/heads", "refs/tags") == twin.git("for-each-ref", "refs/heads", "refs/tags"))
    #expect(try project.git("ls-remote", "origin", "main", "1.5.0") == twin.git("ls-remote", "origin", "main", "1.5.0"))
    #expect(try project.git("status", "--porcelain") == "")
    #expect(try project.git("fsck", "--strict", "--no-dangling") == "")
    #expect(try project.shell("find . -name '*.lock' -o -name '.martlet-*'") == "")
  }

  @Test("and whose git goes on is resumed when git has ended, with one commit")
  func survivingGit() throws {
    let project = try StrangeProject()
    try project.shell(
      """
      cat > .git/hooks/pre-commit <<'END'
      #!/bin/sh
      [ -e ../killed ] || { touch ../killed; kill -9 $(ps -o ppid= -p $PPID); until [ -e ../go ]; do sleep 0.01; done; }
      END
      chmod +x .git/hooks/pre-commit
      """)
    #expect(try project.martlet("run", "release", "--yes").status == 137)
    let refused = try project.martlet("finish", "--yes")
    #expect(refused.status == 1 && refused.code == "git-lock")
    #expect(
      refused.errors.contains("error: another git command holds the lock `$ROOT/work/.git/index.lock`, which is "),
      "\(refused.errors)")
    try project.shell("touch ../go; while [ -e .git/index.lock ]; do sleep 0.01; done")
    let outcome = try project.martlet("finish", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("log", "-2", "--format=%s", "1.5.0") == "Version 1.5.0\nWork")
    #expect(try project.git("status", "--porcelain") == "")
  }

  @Test("is undone to the last byte", arguments: ["pre-commit", "commit-msg", "post-commit"])
  func undone(hook: String) throws {
    let before = try StrangeProject().git("for-each-ref", "refs/heads", "refs/tags")
    let project = try killed(by: hook)
    let outcome = try project.martlet("undo", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.git("for-each-ref", "refs/heads", "refs/tags") == before)
    #expect(project.read("VERSION") == "1.4.2\n")
    #expect(try project.git("status", "--porcelain") == "")
    #expect(try project.shell("find . -name '*.lock' -o -name '.martlet-*'") == "")
  }
}
