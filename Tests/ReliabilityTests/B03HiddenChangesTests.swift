import Testing

@Suite("Unrelated changes")
struct B03HiddenChangesTests {
  @Test(
    "stay unchanged by a release",
    arguments: [
      "echo '# x' >> Releasefile", "echo '# x' >> Releasefile; git add Releasefile", "echo new > new",
      "echo new > new; git add new",
      "echo new > new; git add -N new", "git rm -q --cached Releasefile", "rm Releasefile; git checkout -q Releasefile",
      "git update-index --assume-unchanged Releasefile", "git update-index --skip-worktree Releasefile",
      "git update-index --index-version 4", "git update-index --force-untracked-cache",
      "git update-index --chmod=+x Releasefile", "git config core.filemode false; chmod +x Releasefile",
    ])
  func others(change: String) throws {
    let project = try StrangeProject()
    try project.shell(change)
    let marks = try project.git("ls-files", "-v", "Releasefile")
    try project.expectRelease()
    #expect(try project.git("ls-files", "-v", "Releasefile") == marks)
  }

  @Test(
    "in a manifest that git is configured to ignore are not committed",
    arguments: [
      ("--assume-unchanged", "assume-unchanged"), ("--skip-worktree", "skip-worktree"),
    ])
  func hiddenManifest(option: String, mark: String) throws {
    let project = try StrangeProject()
    try project.git("update-index", option, "VERSION")
    try project.expectRefusal(
      "run", "local",
      says: """
        error: `VERSION` is marked `\(mark)`, so git would not commit it
        hint: remove the mark with `git update-index --no-\(mark) 'VERSION'`
        """)
    try project.git("update-index", "--no-\(mark)", "VERSION")
    try project.expectRelease()
  }

  /// git compares sizes and times of files with its index, in seconds, and looks into a file only where that is no older
  /// than the index itself. The time of the file's status cannot be set, so git is configured to ignore it.
  @Test("in the same second in which git has read the file stay visible, after the release and its undo")
  func changeInTheSameSecond() throws {
    let project = try StrangeProject()
    try project.shell(
      """
      git config core.trustctime false
      echo a > other; git add other; git commit -q -m Other
      touch -t 202001010000 other; git update-index -q --refresh
      echo b > other; touch -t 202001010000 other .git/index
      """)
    #expect(try project.git("--no-optional-locks", "status", "--porcelain") == " M other")
    #expect(try project.martlet("run", "local").status == 0)
    #expect(try project.git("--no-optional-locks", "status", "--porcelain") == " M other")
    #expect(try project.martlet("undo", "--yes").status == 0)
    #expect(try project.git("--no-optional-locks", "status", "--porcelain") == " M other")
  }

  @Test("do not include the omitted files of a sparse checkout, whose commit keeps them")
  func sparse() throws {
    let project = try StrangeProject()
    try project.shell(
      """
      mkdir -p here there; echo a > here/a; echo b > there/b; git add .; git commit -q -m Folders; git push -q
      git sparse-checkout set here
      """)
    try project.expectRelease(["run", "release", "--yes"])
    #expect(try project.git("ls-tree", "-r", "--name-only", "HEAD") == "Releasefile\nVERSION\nhere/a\nthere/b")
    #expect(try project.git("ls-files", "-t", "there") == "S there/b")
  }

  @Test(
    "do not include a manifest that a sparse checkout omits, declared or discovered",
    arguments: [
      ("sed -i.orig 's|- plain: VERSION|- json: there/package.json|' Releasefile; rm *.orig", "there/package.json"),
      ("git rm -q Releasefile", "there/A.xcconfig"),
    ])
  func sparseManifest(setup: String, path: String) throws {
    let project = try StrangeProject()
    try project.shell(
      """
      mkdir -p here there; echo a > here/a; echo '{"version": "1.4.2"}' > there/package.json
      echo 'MARKETING_VERSION = 1.4.2' > there/A.xcconfig
      \(setup)
      git add .; git commit -q -m Folders; git sparse-checkout set here
      """)
    try project.expectRefusal(
      "bump", "minor",
      says: """
        error: `\(path)` is not checked out: this is a sparse checkout
        hint: get all files with `git sparse-checkout disable`
        """)
  }

  @Test("in an index that git cannot read are an error with a command that fixes it")
  func unreadableIndex() throws {
    let project = try StrangeProject()
    try project.shell("printf junk > .git/index")
    for words in [["plan", "release"], ["run", "local"]] {
      let outcome = try project.martlet(words)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.hasPrefix("error: the index cannot be read: .git/index: index file smaller than expected\n"),
        "\(outcome.errors)")
      #expect(
        outcome.errors.hasSuffix("hint: rebuild it with `rm \"$(git rev-parse --git-path index)\" && git reset`"))
    }
    try project.shell("rm \"$(git rev-parse --git-path index)\" && git reset -q")
    try project.expectRelease()
  }

  @Test(
    "are in a sparse or a split index as in any other",
    arguments: [
      "mkdir -p a b/c; echo a > a/a; echo c > b/c/c; git add .; git commit -q -m x; git sparse-checkout set --cone --sparse-index a",
      "git update-index --split-index",
    ])
  func unusualIndex(setup: String) throws {
    let project = try StrangeProject()
    try project.shell(setup)
    try project.expectRelease()
    #expect(try project.martlet("undo", "--yes").status == 0)
    #expect(try project.git("status", "--porcelain") == "")
  }

  @Test("in unmerged files are reported, and nothing is committed on top of them")
  func unmerged() throws {
    let project = try StrangeProject()
    try project.shell(
      """
      echo a > f; git add f; git commit -q -m a; git switch -q -c side; echo b > f; git commit -q -a -m b
      git switch -q main; echo c > f; git commit -q -a -m c; git merge -q side > /dev/null || true; rm .git/MERGE_*
      """)
    try project.expectRefusal(
      "run", "local",
      says: """
        error: not merged yet: `f`
        hint: merge them, then add them with `git add`
        """)
    try project.expectRefusal(
      "run", "release", "--yes",
      says: """
        error: the working tree is not clean: 1 uncommitted file, expected none
         --> Releasefile:6:21
          conflict   f
        hint: merge those in conflict and add them with `git add`, then commit all
        """)
    try project.shell("echo c > f; git add f; git commit -q --allow-empty -m merged")
    try project.expectRelease()
  }
}
