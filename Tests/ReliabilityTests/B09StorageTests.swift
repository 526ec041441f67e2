import Testing

@Suite("The storage of a repository")
struct B09StorageTests {
  @Test(
    "of an unsupported kind is named",
    arguments: [
      (
        "cd ..; git init -q --object-format=sha256 other; cp work/VERSION work/Releasefile other", "other",
        "the repository `$ROOT/other` uses SHA-256 object names, expected SHA-1",
        "copy it with `git init NEW && git fast-export --all | git -C NEW fast-import`"
      ),
      (
        "git config core.repositoryFormatVersion 1; git config extensions.refStorage reftable", "work",
        "the repository `$ROOT/work` does not store its references as files",
        "convert them with `git refs migrate --ref-format=files`"
      ),
      (
        "git config core.repositoryFormatVersion 1; git config extensions.frobnicate true", "work",
        "the repository `$ROOT/work` uses `extensions.frobnicate`, which is not supported", ""
      ),
      (
        "git config core.repositoryFormatVersion 9", "work",
        "the repository `$ROOT/work` cannot be read: unsupported repository version 9; only versions up to 1 are supported",
        "see git's own error with `git -C '$ROOT/work' status`"
      ),
    ])
  func unsupported(setup: String, place: String, message: String, hint: String) throws {
    let project = try StrangeProject()
    try project.shell(setup)
    project.place = place
    for words in [["version"], ["run", "local"]] {
      let outcome = try project.martlet(words)
      #expect(outcome.status == 1)
      #expect(outcome.errors == "error: \(message)\(hint.isEmpty ? "" : "\nhint: \(hint)")")
    }
    #expect(project.read("VERSION") == "1.4.2\n")
  }

  @Test("in SHA-256 can be converted as the hint describes")
  func fromSHA256() throws {
    let project = try StrangeProject()
    try project.shell(
      """
      cd ..; git init -q --object-format=sha256 other; cp work/VERSION work/Releasefile other; cd other
      git add .; git commit -q -m First; git init -q ../copy
      git fast-export --all | git -C ../copy fast-import --quiet; cd ../copy; git reset -q --hard "$(git for-each-ref --count=1 --format='%(refname)')"
      """)
    project.place = "copy"
    #expect(try project.martlet("run", "local").status == 0)
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

  @Test("with a replaced object in a commit is reported, and the command helps")
  func replaced() throws {
    let project = try StrangeProject()
    try project.shell("git commit -q --allow-empty -m two; git replace HEAD $(git commit-tree -m other HEAD^{tree})")
    let head = try project.git("rev-parse", "HEAD")
    try project.expectRefusal(
      "run", "local",
      says: """
        error: `git replace` puts another object in the place of \(head.prefix(7)), and a commit would contain that one
        hint: remove the replacement with `git replace -d \(head)`
        """)
    try project.shell("git replace -d \(head) > /dev/null")
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
