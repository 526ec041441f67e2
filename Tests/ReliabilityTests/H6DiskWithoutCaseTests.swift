import TestSupport
import Testing

@Suite("A case-insensitive disk", .disabled(if: CaselessDisk.obstacle != nil, "\(CaselessDisk.obstacle ?? "")"))
struct H6DiskWithoutCaseTests {
  private let disk: CaselessDisk
  private let project: StrangeProject

  init() throws {
    disk = try CaselessDisk()
    project = try StrangeProject(in: disk.path)
  }

  @Test("is detected by git")
  func ignoresCase() throws {
    #expect(try project.git("config", "core.ignorecase") == "true")
    #expect(project.read("version") == "1.4.2\n")
    try project.write("version", "1.4.3\n")
    #expect(try project.shell("ls") == "Releasefile\nVERSION")
  }

  @Test(
    "refuses a manifest that git tracks in another case before the first change", arguments: ["plan", "run"])
  func manifest(command: String) throws {
    try project.write("Releasefile", StrangeProject.releasefile.replacing("plain: VERSION", with: "plain: version"))
    try project.git("commit", "--quiet", "--all", "-m", "Misspell")
    try project.expectRefusal(
      command, "release",
      says: """
        error: `version` is tracked by git as `VERSION`, which is the same file on this disk
         --> Releasefile:6:28
        hint: use `VERSION` in the Releasefile
        """)
  }

  @Test("refuses a new file in a folder that git tracks in another case")
  func folder() throws {
    try project.write("Docs/a.txt", "a\n")
    let manifests = "plain: VERSION\n  - plain: docs/NEW"
    try project.write("Releasefile", StrangeProject.releasefile.replacing("plain: VERSION", with: manifests))
    try project.git("add", "--all")
    try project.git("commit", "--quiet", "-m", "Add docs")
    try project.write("Docs/NEW", "1.4.2\n")
    try project.expectRefusal(
      "bump", "minor", "--dry-run",
      says: """
        error: `docs/NEW` is tracked by git as `Docs/NEW`, which is the same file on this disk
        hint: use `Docs/NEW` in the Releasefile
        """)
  }

  @Test("refuses a manifest under its decomposed name if git tracks it composed")
  func decomposed() throws {
    try project.git("config", "core.precomposeunicode", "true")
    let manifests = "plain: VERSION\n  - plain: \"gro\u{308}\u{df}e\""
    try project.write("gr\u{f6}\u{df}e", "1.4.2\n")
    try project.write("Releasefile", StrangeProject.releasefile.replacing("plain: VERSION", with: manifests))
    try project.git("add", "--all")
    try project.git("commit", "--quiet", "-m", "Add a name with letters beyond ASCII")
    try project.expectRefusal(
      "plan", "local",
      says: """
        error: `gro\u{308}\u{df}e` is spelled with decomposed characters, expected the composed ones that git tracks
         --> Releasefile:9:13
        hint: write the name with composed characters (Unicode NFC)
        """)
  }

  @Test("can be released with git's own names, and the release undone")
  func release() throws {
    try project.expectRelease()
    #expect(try project.git("ls-tree", "--name-only", "HEAD") == "Releasefile\nVERSION")
    #expect(try project.martlet("undo", "--yes").errors == "")
    #expect(project.read("VERSION") == "1.4.2\n")
    #expect(try project.git("status", "--porcelain") == "")
  }
}
