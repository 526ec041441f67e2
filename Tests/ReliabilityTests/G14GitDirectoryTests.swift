import TestSupport
import Testing

@Suite("A path into the git directory")
struct G14GitDirectoryTests {
  private let project: StrangeProject

  init() throws { project = try StrangeProject() }

  @Test("through a link in place of the lock is not followed", arguments: ["../../../precious", "../../../nothing"])
  func linkedLock(target: String) throws {
    try project.shell("mkdir .git/martlet; echo precious > ../precious; ln -s \(target) .git/martlet/lock")
    let before = try project.snapshot()
    let outcome = try project.martlet("bump", "patch", "--yes")
    #expect(
      outcome.errors
        == """
        error: `$ROOT/work/.git/martlet/lock` is a symbolic link, and Martlet does not follow links to its own files
        hint: remove the link with `rm \(project.root)/work/.git/martlet/lock`
        """.replacing(project.root, with: "$ROOT"))
    #expect(outcome.status == 1)
    #expect(try project.shell("cat ../precious") == "precious")
    #expect(try project.snapshot().differences(from: before) == [])
    try project.shell("rm .git/martlet/lock")
    #expect(try project.martlet("bump", "patch", "--yes").status == 0)
  }

  @Test("through a link in place of the folder of records is not followed", arguments: ["martlet", "martlet/runs"])
  func linkedFolder(name: String) throws {
    try project.shell(
      "mkdir -p ../elsewhere .git/\(name); rmdir .git/\(name); ln -s \(project.root)/elsewhere .git/\(name)")
    for words in [["bump", "patch", "--yes"], ["run", "release", "--yes"]] {
      let outcome = try project.martlet(words)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == """
          error: `$ROOT/work/.git/\(name)` is a symbolic link, and Martlet does not follow links to its own files
          hint: remove the link with `rm $ROOT/work/.git/\(name)`
          """)
    }
    #expect(try project.shell("ls -A ../elsewhere") == "")
    #expect(try project.git("status", "--porcelain") == "")
  }

  @Test(
    "through links in place of a run's folder, its journal or its copies is not followed",
    arguments: ["", "/journal.jsonl", "/before"])
  func linkedRun(name: String) throws {
    #expect(try project.martlet("bump", "patch", "--yes").status == 0)
    try project.shell(
      """
      run=$(echo .git/martlet/runs/*); mv $run\(name) ../elsewhere; ln -s \(project.root)/elsewhere $run\(name)
      git checkout -q .; find ../elsewhere | xargs ls -ld > ../before
      """)
    for words in [
      ["status"], ["status", "--all"], ["undo", "--yes"], ["finish", "--yes"], ["bump", "patch", "--yes"],
    ] {
      let outcome = try project.martlet(words)
      #expect(outcome.status == 1, "\(words): \(outcome.output)")
      #expect(
        outcome.errors.contains("is a symbolic link, and Martlet does not follow links to its own files"), "\(words)")
    }
    #expect(try project.shell("find ../elsewhere | xargs ls -ld | diff - ../before") == "")
  }

  @Test(
    "is refused by the plan",
    arguments: [
      "replace: {file: .git/config, find: bare, with: bear}",
      "replace: {file: App/nested/.git/config, find: bare, with: bear}",
      "export: {output: .git/out.tar}",
      "export: {output: .git/hooks/out.tar}",
      "export: {directory: .git, into: true}",
      "export: {directory: .git/new}",
      "export: {directory: out, into: true, prefix: .git/hooks/}",
      "export: {directory: out, prefix: a/.GIT/}",
      "export: {output: .GIT/out.tar}",
      "export: {output: git~1/out.tar}",
      "export: {output: '.git /out.tar'}",
      "run: {command: [touch, .git/made], outputs: [.git/made]}",
    ])
  func plannedPath(step: String) throws {
    try project.shell("git init -q App/nested")
    try project.write("Releasefile", "\(StrangeProject.releasefile)  bad:\n    steps:\n      - \(step)\n")
    for words in [["plan", "bad"], ["run", "bad", "--yes"]] {
      let before = try project.snapshot()
      let outcome = try project.martlet(words)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("in a git directory, expected a file of the work tree"), "\(outcome.errors)")
      #expect(try project.snapshot().differences(from: before) == [])
    }
  }

  @Test(
    "as an environment's output is refused by the plan",
    arguments: [".git/config", ".git/made.json"])
  func environmentOutput(path: String) throws {
    try project.write("values.json", #"{"Common": {"A": "1"}, "Production": {}}"#)
    try project.write(
      "Releasefile",
      """
      environments:
        values: values.json
        default: Production
        outputs:
          - json: \(path)

      """)
    let before = try project.snapshot()
    let outcome = try project.martlet("config", "generate")
    #expect(outcome.errors.contains("`\(path)` is in a git directory, expected a file of the work tree"), "\(outcome)")
    #expect(try project.snapshot().differences(from: before) == [])
  }

  @Test("through a committed link from a manifest is refused by plan and run")
  func linkedManifest() throws {
    try project.shell(
      """
      echo 1.4.2 > .git/hooks/post-commit; ln -sf .git/hooks/post-commit VERSION
      git commit -q -a -m Link
      """)
    for words in [["bump", "minor", "--dry-run"], ["bump", "minor", "--yes"], ["run", "local", "--yes"]] {
      let outcome = try project.martlet(words)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.contains(
          "`VERSION` leads to `.git/hooks/post-commit`, in a git directory, expected a file of the work tree"),
        "\(outcome.errors)")
    }
    #expect(try project.shell("cat .git/hooks/post-commit") == "1.4.2")
  }

  @Test(
    "through a new file below a committed link is refused before the first change",
    arguments: [
      "export: {output: link/made.tar}", "export: {directory: link/made}", "export: {directory: link, into: true}",
      "export: {output: nested/made.tar}",
    ])
  func linkedFolder(step: String) throws {
    try project.shell(
      "git init -q App; ln -s .git/hooks link; ln -s App/.git/hooks nested; git add link nested; git commit -q -m Link")
    try project.write(
      "Releasefile", "\(StrangeProject.releasefile)  bad:\n    steps:\n      - bump: minor\n      - \(step)\n")
    let before = try project.snapshot()
    let outcome = try project.martlet("run", "bad", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("into a git directory") || outcome.errors.contains("in a git directory"),
      "\(outcome.errors)")
    #expect(try project.snapshot().differences(from: before) == [])
  }

  @Test("that is absolute is refused, also from a linked work tree")
  func absolutePath() throws {
    try project.shell("git worktree add -q ../linked -b side")
    for place in ["work", "linked"] {
      project.place = place
      for words in [
        ["-o", "\(project.root)/work/.git/hooks/made.tar"], ["--directory", "\(project.root)/work/.git/made"],
      ] {
        let outcome = try project.martlet(["export", "HEAD"] + words)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("leads into a git directory, expected a file of the work tree"), "\(outcome)")
      }
    }
    #expect(try project.shell("ls ../work/.git ../work/.git/hooks | grep made || true") == "")
  }

  @Test("is recognised under another name of the git directory")
  func separateDirectory() throws {
    try project.shell("mv .git meta; echo 'gitdir: meta' > .git; echo meta > meta/info/exclude")
    try project.write(
      "Releasefile", "\(StrangeProject.releasefile)  bad:\n    steps:\n      - export: {output: meta/hooks/made.tar}\n")
    let outcome = try project.martlet("run", "bad", "--yes")
    #expect(
      outcome.errors == "error: `meta/hooks/made.tar` leads into a git directory, expected a file of the work tree")
    #expect(outcome.status == 1)
    #expect(!project.has("meta/hooks/made.tar"))
  }

  @Test("is not confused with similar names, which are ordinary files")
  func similarNames() throws {
    try project.write(
      "Releasefile",
      """
      \(StrangeProject.releasefile)  good:
          steps:
            - export: {output: .github/a.tar}
            - export: {output: x.git/a.tar}
            - export: {output: .gitignored.tar}

      """)
    let outcome = try project.martlet("run", "good", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(project.has(".github/a.tar") && project.has("x.git/a.tar") && project.has(".gitignored.tar"))
  }
}
