import Testing

@Suite("B12: who commits")
struct B12IdentityTests {
  @Test(
    "B12: without a name or an address nothing is begun",
    arguments: [
      (["GIT_AUTHOR_NAME": ""], "author"), (["GIT_COMMITTER_EMAIL": "<>"], "committer"),
      (["GIT_AUTHOR_NAME": " .,"], "author"),
    ])
  func missing(variables: [String: String], role: String) throws {
    let project = try StrangeProject()
    project.environment.merge(variables) { $1 }
    try project.expectRefusal(
      "run", "local",
      says: """
        error: the \(role) of the commit is not known to git
        hint: say who you are with `git config --global user.name 'Your Name'` and `git config --global user.email you@example.com`
        """)
  }

  @Test("B12: what would break the line of a name is left out, as git leaves it out")
  func crud() throws {
    let project = try StrangeProject()
    project.environment["GIT_AUTHOR_NAME"] = "  A <B>\nC.,"
    project.environment["GIT_AUTHOR_EMAIL"] = "<a@example.com"
    try project.shell("git commit -q --allow-empty -m Judge")
    let judged = try project.git("log", "-1", "--format=%an|%ae")
    try project.expectRelease()
    #expect(try project.git("log", "-1", "--format=%an|%ae") == judged)
  }

  @Test("B12: a name that is no UTF-8 is not written in other bytes")
  func latin() throws {
    let project = try StrangeProject()
    project.environment["GIT_AUTHOR_NAME"] = nil
    try project.shell("printf '[user]\\n\\tname = J\\351r\\n' >> .git/config")
    try project.expectRefusal("run", "local", says: "error: the name or the address of the author is not UTF-8")
  }

  @Test(
    "B12: a message is UTF-8, whatever git is told to write", arguments: ["ISO-8859-1", "UTF-16", "no-such-encoding"])
  func encoding(name: String) throws {
    let project = try StrangeProject()
    try project.shell(
      "sed -i.orig 's/bump: minor, commit, tag/bump: minor, {commit: \"Übung ${version}\"}/' Releasefile; rm *.orig; git config i18n.commitEncoding \(name)"
    )
    #expect(try project.martlet("run", "local").status == 0)
    #expect(try project.git("cat-file", "commit", "HEAD").hasSuffix("\n\nÜbung 1.5.0"))
    #expect(try project.git("-c", "i18n.logOutputEncoding=UTF-8", "log", "-1", "--format=%s") == "Übung 1.5.0")
  }
}
