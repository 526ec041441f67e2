import Foundation
import Testing

@Suite("A repository of another user", .enabled(if: geteuid() == 0, "only root can give files away"))
struct B08OwnerTests {
  private let project: StrangeProject

  init() throws {
    project = try StrangeProject()
    project.environment["GIT_CONFIG_GLOBAL"] = "\(project.root)/gitconfig"
    try project.shell("touch ../gitconfig; chown -R 12345 .")
  }

  @Test("is refused with git's command, which helps")
  func refused() throws {
    try project.expectRefusal(
      "run", "local",
      says: """
        error: the repository `$ROOT/work` belongs to another user, so git refuses to use it
        hint: allow it with `git config --global --add safe.directory '$ROOT/work'`
        """)
    try project.shell("git config --global --add safe.directory '\(project.root)/work'")
    try project.expectRelease()
  }

  @Test(
    "is trusted if git is configured to, and only then",
    arguments: [
      (["*"], true), (["/elsewhere"], false), (["*", ""], false), (["$ROOT/work", "", "*"], true), (["$ROOT"], false),
    ])
  func trusted(values: [String], isTrusted: Bool) throws {
    for value in values {
      try project.git("config", "--global", "--add", "safe.directory", value.replacing("$ROOT", with: project.root))
    }
    #expect(try project.shell("git rev-parse --quiet HEAD > ../head || echo refused") == (isTrusted ? "" : "refused"))
    #expect(try project.martlet("version").status == (isTrusted ? 0 : 1))
  }

  @Test("cannot declare itself trusted")
  func ownWord() throws {
    try project.shell("printf '[safe]\\n\\tdirectory = *\\n' >> .git/config")
    #expect(try project.martlet("version").status == 1)
  }
}
