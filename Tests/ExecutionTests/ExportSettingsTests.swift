import Git
import Lanes
import TestSupport
import Testing

@testable import Execution

@Suite("An export has the bytes of git archive, whoever makes it and whatever it is called")
struct ExportSettingsTests {
  private let exporting: Exporting
  private var sandbox: GitSandbox { exporting.sandbox }

  init() throws {
    exporting = try Exporting()
  }

  /// Compares the bytes with those of `git archive`.
  private func expectAsGit(_ revision: String = "HEAD", _ note: String = "") throws {
    let result = try sandbox.attempt("archive", "--format=tar", revision)
    #expect(result.succeeded, "\(note) \(result.errorText)")
    try exporting.export(revision, .tar, to: "ours.tar")
    #expect(try exporting.bytes("ours.tar") == result.output, "\(revision) \(note)")
  }

  @Test("by revisions that name an entry of a reflog, a message, or a description")
  func revisions() throws {
    for number in 1...3 { try sandbox.commit("Number \(number)", ["a": "\(number)\n"]) }
    try sandbox.git("tag", "-a", "-m", "First", "1.0.0", "HEAD~2")
    try sandbox.shell(
      """
      git checkout -q -b side HEAD~1; echo s >a; git commit -qam Side; git checkout -q main; git merge -q -s ours side
      git checkout -q side; git branch -f moved main; git branch -f moved main~1
      """)
    let described = try sandbox.git("describe", "main")
    for revision in [
      "HEAD@{1}", "HEAD@{2}", "HEAD@{3}", "HEAD@{0}", "@", "@{1}", "@{-1}", "main@{1}", "moved@{1}", ":/Number 2",
      "main^{/Number 1}", "main^2", "HEAD~1^{tree}", "1.0.0", "tags/1.0.0", "heads/main", described,
      try sandbox.git("rev-parse", "--short", "main"),
    ] { try expectAsGit(revision) }
    for revision in ["", "none", "HEAD^@", "main..side", "^HEAD", ":!", "--all", "HEAD@{99}"] {
      #expect(try !sandbox.attempt("archive", "--format=tar", revision).succeeded, "\(revision)")
      #expect(throws: GitError.unknownRevision(revision)) { try exporting.export(revision, .tar, to: "none.tar") }
    }
  }

  @Test(
    "with placeholders that depend neither on the user's settings nor on another encoding",
    arguments: [
      [:], ["log.decorate": "full"], ["log.date": "iso"], ["log.excludeDecoration": "refs/tags/*"],
      ["log.showSignature": "true"], ["log.abbrevCommit": "true"], ["i18n.logOutputEncoding": "ISO-8859-1"],
      ["log.mailmap": "false"], ["color.ui": "always"], ["core.abbrev": "12"], ["format.pretty": "oneline"],
    ])
  func placeholders(settings: [String: String]) throws {
    let formats = [
      "%d", "%D", "%S", "%s", "%b", "%B", "%an", "%ad", "%cd", "%h", "%H", "%T", "%P", "%p", "%N", "%m", "%G?", "%e",
      "%n", "", "%x00", "%%", "%C(red)x%C(reset)", "%w(20,2,4)%s", "%<(12)%h|", "%(trailers)", "%(describe)", "%aN",
      "%zz",
      "commit %H", "%d%n%n",
    ]
    let text = formats.map { "$Format:\($0)$\n" }.joined()
    try sandbox.commit(
      "First", ["a": text, ".gitattributes": "a export-subst\n", ".mailmap": "M <m@x> <author@example.com>\n"])
    try sandbox.git("tag", "1.0.0")
    try sandbox.git("notes", "add", "-m", "A note")
    for (key, value) in settings { try sandbox.git("config", key, value) }
    try expectAsGit("HEAD", "\(settings)")
    for (encoding, message) in [
      ("ISO-8859-1", [0x47, 0x72, 0xFC, 0xDF, 0x65]), ("Shift_JIS", [0x82, 0xA0]), ("no-such-thing", [0xFC]),
    ] as [(String, [UInt8])] {
      try sandbox.folder.write("message", message + Array("\n\nBody\n\nKey: value\n".utf8))
      try sandbox.git(
        "-c", "i18n.commitEncoding=\(encoding)", "commit", "-q", "--allow-empty", "-F", "\(sandbox.folder.path)/message"
      )
      try expectAsGit("HEAD", "\(settings), \(encoding)")
    }
  }

  /// A filter that speaks git's protocol and makes everything upper case.
  private static let filter = """
    import sys
    def read():
        lines = []
        while True:
            length = sys.stdin.buffer.read(4)
            if not length: sys.exit()
            if length == b'0000': return lines
            lines.append(sys.stdin.buffer.read(int(length, 16) - 4))
    def write(*packets):
        for packet in packets: sys.stdout.buffer.write(b'%04x' % (len(packet) + 4) + packet)
        sys.stdout.buffer.write(b'0000')
        sys.stdout.buffer.flush()
    read(); write(b'git-filter-server\\n', b'version=2\\n')
    read(); write(*[b'capability=%s\\n' % word.encode() for word in sys.argv[1].split(',')])
    while True:
        order = read()
        text = b''.join(read()).upper()
        assert b'command=smudge\\n' in order
        if b'pathname=refused\\n' in order: write(b'status=error\\n'); continue
        write(b'status=success\\n')
        write(*[text[start:start + 65516] for start in range(0, len(text), 65516)])
        if b'pathname=late\\n' in order: write(b'status=error\\n')
        else: write()
    """

  @Test(
    "with filters of which git prefers the one with the protocol",
    .enabled(if: ReferenceProgram("python3") != nil, "there is no python3"),
    arguments: [
      ["process"], ["smudge"], ["process", "smudge"], ["clean only"], ["clean only", "smudge"], ["broken"],
      ["broken", "smudge"], ["none"],
    ])
  func filters(kinds: [String]) throws {
    try sandbox.folder.write("filter.py", Self.filter)
    let program = "python3 '\(sandbox.folder.path)/filter.py'"
    for kind in kinds {
      switch kind {
      case "process": try sandbox.git("config", "filter.up.process", "\(program) smudge,clean")
      case "clean only": try sandbox.git("config", "filter.up.process", "\(program) clean")
      case "broken": try sandbox.git("config", "filter.up.process", "exit 3")
      case "smudge": try sandbox.git("config", "filter.up.smudge", "tr a-z 0")
      default: break
      }
    }
    // What is added goes through no filter.
    try sandbox.commit(
      "First",
      [
        "a": "text\n", "b c": String(repeating: "0123456789abcdef", count: 9000), "empty": "", "refused": "r\n",
        "late": "l\n",
      ])
    try sandbox.write(".git/info/attributes", "* filter=up\n")
    try expectAsGit("HEAD", "\(kinds)")
    try sandbox.git("config", "filter.up.required", "true")
    if kinds != ["smudge"] {
      #expect(try !sandbox.attempt("archive", "--format=tar", "HEAD").succeeded)
      #expect(throws: (any Error).self) { try exporting.export("HEAD", .tar, to: "none.tar") }
    } else {
      try expectAsGit("HEAD", "\(kinds), required")
    }
  }

  @Test(
    "with attributes of the user's that are set to nothing, or named from the top", arguments: ["", "mine", "~/mine"])
  func attributes(file: String) throws {
    try sandbox.commit("First", ["a.txt": "a\n", "b.md": "b\n", "c": "c\n", "mine": "c export-ignore\n"])
    try sandbox.folder.write("home/.config/git/attributes", "*.txt export-ignore\n")
    try sandbox.folder.write("home/mine", "*.md export-ignore\n")
    try expectAsGit()
    try sandbox.git("config", "core.attributesFile", file)
    try expectAsGit("HEAD", file)
  }

  @Test(
    "with any mask that is a number, and none with another", arguments: ["-1", "07777", "010000", "2k", "0x12", "8"])
  func masks(value: String) throws {
    try sandbox.commit("First", ["a": "a\n", "folder/b": "b\n"])
    try sandbox.git("config", "tar.umask", value)
    try expectAsGit("HEAD", value)
    for wrong in ["abc", "", "0o22", "22 "] {
      try sandbox.git("config", "tar.umask", wrong)
      #expect(try !sandbox.attempt("archive", "--format=tar", "HEAD").succeeded, "\(wrong)")
      let error = GitError.invalidSetting("tar.umask", value: wrong, expected: "a number such as `0022`, or `user`")
      #expect(throws: error) { try exporting.export() }
      #expect(
        error.diagnostics.first?.rendered() == """
          error: `tar.umask` is set to `\(wrong)`, expected a number such as `0022`, or `user`
          hint: see where it is set with `git config --show-origin --get-all tar.umask`
          """)
    }
  }
}
