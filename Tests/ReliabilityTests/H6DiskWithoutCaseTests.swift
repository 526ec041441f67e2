import TestSupport
import Testing

@Suite("H6: a disk without case", .disabled(if: CaselessDisk.obstacle != nil, "\(CaselessDisk.obstacle ?? "")"))
struct H6DiskWithoutCaseTests {
  private let disk: CaselessDisk
  private let project: StrangeProject

  init() throws {
    disk = try CaselessDisk()
    project = try StrangeProject(in: disk.path)
  }

  @Test("H6: git takes it for what it is")
  func ignoresCase() throws {
    #expect(try project.git("config", "core.ignorecase") == "true")
    #expect(project.read("version") == "1.4.2\n")
    try project.write("version", "1.4.3\n")
    #expect(try project.shell("ls") == "Releasefile\nVERSION")
  }

  @Test(
    "H6: a manifest that git tracks in another case is refused before anything changes", arguments: ["plan", "run"])
  func manifest(command: String) throws {
    try project.write("Releasefile", StrangeProject.releasefile.replacing("plain: VERSION", with: "plain: version"))
    try project.git("commit", "--quiet", "--all", "-m", "Misspell")
    try project.expectRefusal(
      command, "release",
      says: """
        error: `version` is tracked by git as `VERSION`, and this disk does not tell the two names apart
         --> Releasefile:6:27
        hint: write `VERSION` where the Releasefile names the file
        """)
  }

  @Test("H6: a new file in a folder that git tracks in another case is refused")
  func folder() throws {
    try project.write("Docs/a.txt", "a\n")
    let manifests = "plain: VERSION\n  - plain: docs/NEW"
    try project.write("Releasefile", StrangeProject.releasefile.replacing("plain: VERSION", with: manifests))
    try project.git("add", "--all")
    try project.git("commit", "--quiet", "-m", "Add docs")
    try project.write("Docs/NEW", "1.4.2\n")
    try project.expectRefusal(
      "plan", "local",
      says: """
        error: `docs/NEW` is tracked by git as `Docs/NEW`, and this disk does not tell the two names apart
         --> Releasefile:9:13
        hint: write `Docs/NEW` where the Releasefile names the file
        """)
  }

  @Test("H6: a manifest that git tracks composed is refused under its decomposed name")
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

  @Test("H6: a release under git's own names is made whole, and undone whole")
  func release() throws {
    try project.expectRelease()
    #expect(try project.git("ls-tree", "--name-only", "HEAD") == "Releasefile\nVERSION")
    #expect(try project.martlet("undo", "--yes").errors == "")
    #expect(project.read("VERSION") == "1.4.2\n")
    #expect(try project.git("status", "--porcelain") == "")
  }
}
