import Testing

@Suite("The identity of a commit")
struct B12IdentityTests {
  @Test(
    "is required with a name and an address before the first change",
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
        error: git has no name and email for the \(role) of the commit
        hint: set them with `git config --global user.name 'Your Name'` and `git config --global user.email you@example.com`
        """)
  }

  @Test("loses characters that would break its line, as in git")
  func crud() throws {
    let project = try StrangeProject()
    project.environment["GIT_AUTHOR_NAME"] = "  A <B>\nC.,"
    project.environment["GIT_AUTHOR_EMAIL"] = "<a@example.com"
    try project.shell("git commit -q --allow-empty -m Judge")
    let judged = try project.git("log", "-1", "--format=%an|%ae")
    try project.expectRelease()
    #expect(try project.git("log", "-1", "--format=%an|%ae") == judged)
  }

  @Test("with a name that is not UTF-8 keeps its bytes")
  func latin() throws {
    let project = try StrangeProject()
    project.environment["GIT_AUTHOR_NAME"] = nil
    try project.shell("printf '[user]\\n\\tname = J\\351r\\n' >> .git/config")
    try project.expectRefusal("run", "local", says: "error: the name or email of the author is not UTF-8")
  }

  @Test(
    "belongs to a message in UTF-8, with any configured encoding",
    arguments: ["ISO-8859-1", "UTF-16", "no-such-encoding"])
  func encoding(name: String) throws {
    let project = try StrangeProject()
    try project.shell(
      "sed -i.orig 's/bump: minor, commit, tag/bump: minor, {commit: \"Übung ${version}\"}/' Releasefile; rm *.orig; git commit -q -a -m Lane; git config i18n.commitEncoding \(name)"
    )
    #expect(try project.martlet("run", "local").status == 0)
    #expect(try project.git("cat-file", "commit", "HEAD").hasSuffix("\n\nÜbung 1.5.0"))
    #expect(try project.git("-c", "i18n.logOutputEncoding=UTF-8", "log", "-1", "--format=%s") == "Übung 1.5.0")
  }
}
