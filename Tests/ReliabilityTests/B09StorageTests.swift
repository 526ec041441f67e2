import Testing

@Suite("The storage of a repository")
struct B09StorageTests {
  @Test(
    "of an unsupported kind is named",
    arguments: [
      (
        "git config core.repositoryFormatVersion 1; git config extensions.frobnicate true",
        "unknown repository extension found: frobnicate"
      ),
      ("git config core.repositoryFormatVersion 9", "Expected git repo version <= 1, found 9"),
    ])
  func unsupported(setup: String, reason: String) throws {
    let project = try StrangeProject()
    try project.shell(setup)
    for words in [["version"], ["run", "local"]] {
      let outcome = try project.martlet(words)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == """
          error: the repository `$ROOT/work` cannot be read: \(reason)
          hint: see git's own error with `git -C '$ROOT/work' status`
          """)
    }
    #expect(project.read("VERSION") == "1.4.2\n")
  }

  /// As git makes it with `--object-format=sha256`, and, since 2.45, with `--ref-format=reftable`.
  @Test(
    "in SHA-256 or in a reftable is released, exported and undone as any other",
    arguments: ["object-format=sha256", "ref-format=reftable"])
  func newFormats(option: String) throws {
    let project = try StrangeProject()
    guard try project.shell("git init -q --\(option) ../probe 2> ../probe.txt || echo no") == "" else { return }
    try project.shell(
      """
      cd ..; git init -q -b main --bare --\(option) new.git; git init -q -b main --\(option) new; cp work/VERSION work/Releasefile new; cd new
      mkdir folder; echo a > folder/a; echo '*.txt text eol=crlf' > .gitattributes; echo b > b.txt
      git add .; git commit -q -m First; git tag -a -m 'Cool 1.4.2' 1.4.2; git commit -q --allow-empty -m Work
      git remote add origin ../new.git; git push -q -u origin main 1.4.2
      """)
    project.place = "new"
    #expect(try project.martlet("version").output == "1.4.2")
    #expect(try project.martlet("bump", "patch", "--yes").status == 0)
    try project.shell("git checkout -q VERSION")
    try project.expectRelease()
    #expect(try project.martlet("undo", "--yes").status == 0)
    #expect(try project.git("log", "-1", "--format=%s") == "Work")
    #expect(try project.git("tag") == "1.4.2")
    try project.expectRelease(["run", "release", "--yes"])
    #expect(try project.git("--git-dir=../new.git", "rev-parse", "1.5.0^{}") == project.git("rev-parse", "HEAD"))
    for format in ["tar", "zip"] {
      #expect(try project.martlet("export", "HEAD", "--output", "../own.\(format)").status == 0)
      try project.git("archive", "--output=../git.\(format)", "HEAD")
    }
    try project.shell("cmp ../own.tar ../git.tar")
    let contents = "cd ..; rm -rf a b; mkdir a b; (cd a; unzip -q ../own.zip); (cd b; unzip -q ../git.zip); diff -r a b"
    #expect(try project.shell(contents) == "")
  }

  @Test(
    "with damaged or missing parts is reported before the first write, with a command that shows it",
    arguments: [
      "rm .git/objects/$(git rev-parse HEAD | sed 's|..|&/|')",
      "rm .git/objects/$(git rev-parse HEAD^{tree} | sed 's|..|&/|')",
      "f=.git/objects/$(git rev-parse HEAD | sed 's|..|&/|'); chmod u+w $f; : > $f",
      "git repack -adq; for f in .git/objects/pack/*.pack; do chmod u+w $f; printf XXXXXXXXXXXXXXXX | dd of=$f bs=1 seek=12 conv=notrunc 2> /dev/null; done",
      "git repack -adq; for f in .git/objects/pack/*.idx; do chmod u+w $f; printf XXXXXXXXXXXXXXXX | dd of=$f bs=1 conv=notrunc 2> /dev/null; done",
      "rm -rf .git/objects; mkdir -p .git/objects/info",
      ": > .git/refs/heads/main", "head -c 41 /dev/zero > .git/refs/heads/main",
      "h=$(git cat-file commit HEAD | sed 's/^committer.*/committer nobody/' | git hash-object -t commit -w --stdin --literally); git update-ref HEAD $h",
    ])
  func damaged(damage: String) throws {
    let project = try StrangeProject()
    try project.shell(damage)
    let before = try project.snapshot()
    for words in [["plan", "local"], ["run", "local"], ["run", "release", "--yes"]] {
      let outcome = try project.martlet(words)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.hasSuffix(
          "hint: see what is broken with `git fsck`; `git fetch --refetch` fetches the remote's objects again"),
        "\(outcome.errors)")
      #expect(outcome.errors.contains("\n") && outcome.errors.hasPrefix("error: "), "\(outcome.errors)")
    }
    #expect(try project.snapshot().differences(from: before) == [])
  }

  @Test("with a replaced object in a commit is released as git commits there")
  func replaced() throws {
    let project = try StrangeProject()
    try project.shell("git commit -q --allow-empty -m two; git replace HEAD $(git commit-tree -m other HEAD^{tree})")
    try project.expectRelease()
  }

  @Test(
    "has git's commit counts, including replaced and grafted ones",
    arguments: ["git replace --graft HEAD~2", "mkdir -p .git/info; git rev-parse HEAD~2 > .git/info/grafts", "true"])
  func counted(change: String) throws {
    let project = try StrangeProject()
    try project.shell(
      """
      printf 'MARKETING_VERSION = 1.4.2\\nCURRENT_PROJECT_VERSION = 1\\n' > A.xcconfig
      printf 'manifests: [{xcconfig: A.xcconfig}]\\nlanes: {count: {steps: [{bump: {build: commit_count}}]}}\\n' > Releasefile
      git add .; git commit -q -m x; for i in 1 2 3 4; do git commit -q --allow-empty -m $i; done; \(change)
      """)
    let count = try #require(Int(project.shell("git rev-list --count HEAD 2> /dev/null")))
    #expect(try project.martlet("run", "count").status == 0)
    #expect(project.read("A.xcconfig")?.contains("CURRENT_PROJECT_VERSION = \(count + 1)\n") == true)
  }
}
