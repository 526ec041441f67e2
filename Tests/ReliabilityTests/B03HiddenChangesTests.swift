import Testing

@Suite("B3: what is changed besides")
struct B03HiddenChangesTests {
  @Test(
    "B3: other people's changes are left as they are",
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
    "B3: a manifest that git has been told not to look at is not committed behind its back",
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
        hint: take the mark away with `git update-index --no-\(mark) 'VERSION'`
        """)
    try project.git("update-index", "--no-\(mark)", "VERSION")
    try project.expectRelease()
  }

  /// git compares sizes and times of files with its index, in seconds, and looks into a file only where that is no older
  /// than the index itself. The time of the file's status cannot be set, so git is told not to look at it.
  @Test("B3: a change in the very second in which git has read the file stays visible, after the release and its undo")
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

  @Test("B3: a sparse checkout is clean, and its commit keeps the files that it leaves out")
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
    "B3: a manifest that a sparse checkout leaves out is not taken for none, declared or found",
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

  @Test(
    "B3: an index that libgit2 cannot read is named, with the order that helps",
    arguments: [
      (
        "mkdir -p a b/c; echo a > a/a; echo c > b/c/c; git add .; git commit -q -m x; git sparse-checkout set --cone --sparse-index a",
        "unsupported mandatory extension: 'sdir'",
        "write it in full with `git sparse-checkout reapply --no-sparse-index`",
        "git sparse-checkout reapply --no-sparse-index"
      ),
      (
        "git update-index --split-index", "unsupported mandatory extension: 'link'",
        "write it in one piece with `git update-index --no-split-index`", "git update-index --no-split-index"
      ),
      (
        "printf junk > .git/index", "it is too short",
        "make it anew with `rm \"$(git rev-parse --git-path index)\" && git reset`",
        "rm \"$(git rev-parse --git-path index)\" && git reset"
      ),
    ])
  func unreadableIndex(setup: String, reason: String, hint: String, order: String) throws {
    let project = try StrangeProject()
    try project.shell(setup)
    for words in [["plan", "release"], ["run", "local"]] {
      let outcome = try project.martlet(words)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("error: the index cannot be read: \(reason)\n"), "\(outcome.errors)")
      #expect(outcome.errors.hasSuffix("hint: \(hint)"), "\(outcome.errors)")
    }
    try project.shell(order)
    try project.expectRelease()
  }

  @Test("B3: files that are not merged yet are named, and nothing is committed on top of them")
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
  }
}
