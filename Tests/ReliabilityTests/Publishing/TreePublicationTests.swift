import TestSupport
import Testing

@Suite("Files that are pushed to another repository")
struct TreePublicationTests {
  static let steps = """
    - bump: minor
    - commit
    - tag
    - push
    - publish_files:
        files: {list/tool.json: build/tool.json, site: build/site}
        remove: [site/**]
        repository: ../other.git
    """

  @Test("the plan shows the branch and its files, and the run pushes them in one commit that keeps all others")
  func release() throws {
    let project = try project()
    let plan = try project.martlet("plan", "release")
    #expect(
      plan.output.contains(
        """
          5  publish_files  publish  main of ../other.git      2 added, 1 changed, 1 removed
             │ added    list/tool.json
             │ added    site/deep/page.html
             │ changed  site/index.html
             │ removed  site/old.html
        """), "\(plan.output)\(plan.errors)")
    let run = try project.martlet("run", "release", "--yes")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("publish main of ../other.git …"), "\(run.errors)")
    #expect(
      try other(project, "log", "--format=%s|%an|%ae", "main")
        == "Cool 1.5.0|A. Author|author@example.com\nFirst|A. Author|author@example.com")
    #expect(
      try other(project, "ls-tree", "-r", "--format=%(objectmode) %(path)", "main")
        == "100644 README.md\n100644 list/tool.json\n100755 site/deep/page.html\n100644 site/index.html")
    #expect(try other(project, "show", "main:site/index.html") == "new")
    #expect(try project.git("status", "--porcelain") == "")
  }

  @Test(
    "a plan changes no byte of the repository, and leaves no temporary folder",
    arguments: [["plan", "release"], ["run", "release", "--dry-run"]])
  func planOnly(words: [String]) throws {
    let project = try project()
    let folder = try TemporaryFolder()
    project.environment["TMPDIR"] = folder.path
    // The first plan of a clone may refresh git's index.
    #expect(try project.martlet("plan", "local").status == 0)
    let before = try FolderSnapshot(of: project.root)
    #expect(try project.martlet(words).output.contains("main of ../other.git"))
    #expect(try FolderSnapshot(of: project.root).differences(from: before) == [])
    #expect(try project.shell("ls -A \(folder.path)") == "")
    // The same holds beside the clone of an earlier run.
    #expect(try project.martlet("run", "release", "--yes").status == 0)
    try project.git("commit", "--quiet", "--allow-empty", "--message", "More")
    try project.write("build/tool.json", "[]\n")
    let after = try FolderSnapshot(of: project.root)
    #expect(try project.martlet(words).output.contains("list/tool.json"))
    #expect(try FolderSnapshot(of: project.root).differences(from: after) == [])
  }

  @Test("files that the branch has already are not pushed again")
  func repeated() throws {
    let project = try project(lanes: "again: {steps: [publish_files: {files: {a: VERSION}, repository: ../other.git}]}")
    #expect(try project.martlet("run", "again", "--yes").status == 0)
    let head = try other(project, "rev-parse", "main")
    let outcome = try project.martlet("run", "again", "--yes")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        again
          nothing to do
          nothing to do: `main` of `../other.git` has the same files
        """)
    #expect(try other(project, "rev-parse", "main") == head)
  }

  @Test("a branch that does not exist begins with the files")
  func newBranch() throws {
    let project = try project(
      lanes: "pages: {steps: [publish_files: {files: {.: build/site}, repository: origin, branch: gh-pages}]}")
    let outcome = try project.martlet("run", "pages", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("new branch, 2 added"), "\(outcome.output)")
    #expect(
      try project.git("--git-dir", "../origin.git", "ls-tree", "-r", "--name-only", "gh-pages")
        == "deep/page.html\nindex.html")
    #expect(try project.git("--git-dir", "../origin.git", "rev-list", "--count", "gh-pages") == "1")
    // The project itself has no new branch, and is no shallow clone.
    #expect(try project.git("branch", "--all", "--format=%(refname)") == "refs/heads/main\nrefs/remotes/origin/main")
    #expect(try project.git("rev-parse", "--is-shallow-repository") == "false")
  }

  @Test("a commit that someone pushes in between stays, and the commit of the run comes after it")
  func inBetween() throws {
    let project = try project()
    try pushOnce(project, file: "other.txt")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try other(project, "log", "--format=%s", "main") == "Cool 1.5.0\nIn between\nFirst")
    #expect(try other(project, "show", "main:other.txt") == "theirs")
    #expect(try other(project, "show", "main:site/index.html") == "new")
  }

  @Test("a commit in between that changes the same file stops the run, and nothing of it is lost")
  func collision() throws {
    let project = try project()
    try pushOnce(project, file: "site/index.html")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.hasSuffix(
        """
        error: `site/index.html` on `main` of `../other.git` was changed by another commit since the plan was made
        stopped at entry 5, publish_files; already public: main, 1.5.0 on origin; nothing was undone; `martlet finish` continues from here
        hint: see the commit with `git fetch ../other.git main` and `git log -p FETCH_HEAD`
        """), "\(outcome.errors)")
    #expect(try other(project, "log", "--format=%s", "main") == "In between\nFirst")
    #expect(try other(project, "show", "main:site/index.html") == "theirs")
    // Once the file is as it was, the run can be resumed.
    try project.shell(
      "git -C ../theirs pull -q; git -C ../theirs revert --no-edit HEAD > ../log; git -C ../theirs push -q")
    let resumed = try project.martlet("finish", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try other(project, "show", "main:site/index.html") == "new")
  }

  @Test(
    "a repository without write access, without an answer or with a wrong name stops the run before anything is done",
    .enabled(if: GitHTTPServer.obstacle == nil, "\(GitHTTPServer.obstacle ?? "")"),
    arguments: [
      (GitHTTPServer.Manner.readOnly, "rejected the credentials, or there are none", 4),
      (.closed, "rejected the credentials, or there are none", 4),
      (.page, "is not a git server", 1),
    ])
  func noAccess(manner: GitHTTPServer.Manner, message: String, status: Int32) throws {
    let project = try project()
    let folder = try TemporaryFolder()
    try project.shell("git clone -q --bare ../other.git \(folder.path)/other.git")
    let server = try GitHTTPServer(of: folder, environment: project.environment)
    let address = server.address(of: "other.git", manner)
    let releasefile = try #require(project.read("Releasefile"))
    try project.write("Releasefile", releasefile.replacing("../other.git", with: address))
    try project.git("commit", "-qam", "Publish to a server")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.contains(address))
    let token = "hint: name the variable of a token that may push to the repository with `token_env` of the step"
    #expect(outcome.errors.contains(token) == (status == 4), "\(outcome.errors)")
    #expect(project.read("VERSION") == "1.4.2\n")
    #expect(try project.git("ls-remote", "origin", "refs/tags/1.5.0") == "")
  }

  @Test("the token of `token_env` is sent, and is in no file and no output")
  func token() throws {
    let project = try project()
    let folder = try TemporaryFolder()
    try project.shell("git clone -q --bare ../other.git \(folder.path)/other.git")
    let server = try GitHTTPServer(of: folder, environment: project.environment)
    let address = server.address(of: "other.git", .closed)
    let releasefile = try #require(project.read("Releasefile"))
    try project.write(
      "Releasefile", releasefile.replacing("../other.git", with: "\(address)\n          token_env: OTHER_TOKEN"))
    try project.git("commit", "-qam", "Publish to a server")
    let missing = try project.martlet("run", "release", "--yes")
    #expect(missing.status == 4)
    #expect(
      missing.errors.contains("no token for `\(address)`: `OTHER_TOKEN` is not set"), "\(missing.errors)")
    project.environment["OTHER_TOKEN"] = "hush-hush"
    project.environment.allow("OTHER_TOKEN", at: address)
    let outcome = try project.martlet("run", "release", "--yes")
    // The server knows another user: it is asked with the token, and refuses it.
    #expect(outcome.status == 4, "\(outcome.errors)")
    #expect(!outcome.errors.contains("hush-hush"))
    #expect(
      outcome.errors.contains("hint: set `OTHER_TOKEN` to a token that may push to the repository"), "\(outcome.errors)"
    )
    #expect(try project.shell("grep -rl hush-hush .git || true") == "")
  }

  @Test("killed at every git command for the other repository, and resumed: it has one commit of the release")
  func killed() throws {
    for isAfter in [false, true] {
      var positions = 0
      for position in FaultSample.positions(1..<60, every: 5) {
        let project = try project()
        try killGit(project, at: position, isAfter: isAfter)
        let first = try project.martlet("run", "release", "--yes")
        guard first.status != 0 else { break }
        positions += 1
        try project.shell("rm ../bin/git")
        let isOpen = try project.martlet("status").output.contains("martlet finish")
        // What the plan has read counts, even if it is gone.
        if isOpen, project.read("VERSION") == "1.5.0\n" { try project.shell("rm -rf build/site") }
        let outcome = try isOpen ? project.martlet("finish", "--yes") : project.martlet("run", "release", "--yes")
        #expect(outcome.status == 0, "command \(position): \(first.errors)\n\(outcome.errors)")
        #expect(try other(project, "log", "--format=%s", "main") == "Cool 1.5.0\nFirst", "command \(position)")
        #expect(try other(project, "show", "main:site/index.html") == "new")
        #expect(try project.git("ls-remote", "origin", "refs/tags/1.5.0") != "")
      }
      print("git commands: \(isAfter ? "after" : "before") \(positions)")
      #expect(positions > 0)
    }
  }
}
