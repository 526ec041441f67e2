import Testing

@Suite("The location of a repository")
struct B05PlaceTests {
  @Test(
    "may be anywhere that git finds it",
    arguments: [
      ("work", ""), ("work/sub/deep", "mkdir -p sub/deep"), ("work", "mv .git ../real; ln -s ../real .git"),
      ("work", "git init -q --separate-git-dir ../gitdir"), ("tree", "git worktree add -q ../tree -b tree"),
      (
        "tree",
        "git config extensions.worktreeConfig true; git config core.repositoryFormatVersion 1; git worktree add -q ../tree -b tree"
      ),
      ("shared", "git clone -q -s . ../shared"),
      ("work", "git init -q inside; echo 9 > inside/VERSION; echo inside > .git/info/exclude"),
      (
        "outer/module",
        "git init -q ../outer; cd ../outer; git -c protocol.file.allow=always submodule --quiet add ../origin.git module"
      ),
      ("work", "git pack-refs --all; git gc -q"), ("work", "rm .git/index; git reset -q"),
    ])
  func works(place: String, setup: String) throws {
    let project = try StrangeProject()
    try project.shell(setup)
    project.place = place
    if place.hasSuffix("deep") {
      let outcome = try project.martlet("run", "local")
      #expect(outcome.status == 0, "\(outcome.errors)")
      project.place = "work"
      #expect(try project.git("log", "-1", "--format=%s", "1.5.0") == "Version 1.5.0")
    } else {
      try project.expectRelease()
    }
  }

  @Test("may contain a submodule, whose contents are not committed here")
  func submodules() throws {
    let project = try StrangeProject()
    try project.shell(
      """
      git -c protocol.file.allow=always submodule --quiet add ../origin.git module; git commit -q -m Module
      """)
    let module = try project.git("rev-parse", "HEAD:module")
    try project.expectRelease()
    #expect(try project.git("rev-parse", "HEAD:module") == module)
    try project.shell(
      "sed -i.orig 's|  - plain: VERSION|  - plain: VERSION\\\n  - plain: module/VERSION|' Releasefile; rm *.orig; echo 1.5.0 > module/VERSION"
    )
    try project.git("commit", "--quiet", "--allow-empty", "--message", "More")
    try project.expectRefusal(
      "run", "local",
      says: """
        error: `module/VERSION` belongs to the repository in `module`, and cannot be committed in this one
        hint: run the command there, with `-C 'module'`
        """)
  }

  @Test("may contain another repository, which stays separate")
  func nested() throws {
    let project = try StrangeProject()
    try project.shell(
      """
      git clone -q ../origin.git inside; sed -i.orig 's|- plain: VERSION|- plain: inside/VERSION|' Releasefile; rm *.orig
      """)
    try project.expectRefusal(
      "run", "local",
      says: """
        error: `inside/VERSION` belongs to the repository in `inside`, and cannot be committed in this one
        hint: run the command there, with `-C 'inside'`
        """)
  }

  @Test(
    "is reported in one line if git finds none",
    arguments: [
      (
        "cd ..; git clone -q --bare work bare", "bare",
        "`$ROOT/bare` is a bare repository, expected one with a working tree", ""
      ),
      (
        "rm -rf .git", "work", "`$ROOT/work` is not in a git repository",
        "make it one with `git init`, or name the folder of one with `-C DIR`"
      ),
      (
        "rm -rf .git; echo 'gitdir: /nowhere' > .git", "work",
        "the repository `$ROOT/work` cannot be read: not a git repository: /nowhere",
        "see git's own error with `git -C '$ROOT/work' status`"
      ),
      (
        "git config core.worktree /nowhere", "work",
        "the repository `$ROOT/work` cannot be read: its work tree `/nowhere` is missing",
        "see git's own error with `git -C '$ROOT/work' status`"
      ),
    ])
  func none(setup: String, place: String, message: String, hint: String) throws {
    let project = try StrangeProject()
    try project.shell(setup)
    project.place = place
    project.environment["GIT_CEILING_DIRECTORIES"] = project.root
    try project.expectRefusal("version", says: "error: \(message)\(hint.isEmpty ? "" : "\nhint: \(hint)")")
  }

  @Test(
    "is not changed by git's variables to another repository than the folder's",
    arguments: [("GIT_DIR", "../origin.git"), ("GIT_WORK_TREE", "/")])
  func variables(name: String, value: String) throws {
    let project = try StrangeProject()
    project.environment[name] = value
    try project.expectRefusal(
      "run", "local",
      says: """
        error: `\(name)` is set to `\(value)`, expected it to be unset: Martlet uses the repository of the folder
        hint: remove it with `unset \(name)`, and name the folder with `-C DIR`
        """)
  }

  @Test("may have a branch without a commit, which can be read and raised, but not tagged")
  func unborn() throws {
    let project = try StrangeProject()
    try project.shell(
      "git switch -q --orphan fresh; git show main:VERSION > VERSION; git show main:Releasefile > Releasefile")
    #expect(try project.martlet("version").output == "1.4.2")
    try project.expectRefusal(
      "run", "local",
      says: """
        error: branch `fresh` has no commit yet, expected at least one
         --> Releasefile:8:26
        hint: create a commit first
        """)
    #expect(try project.martlet("bump", "minor").status == 0)
    #expect(project.read("VERSION") == "1.5.0\n")
  }
}
