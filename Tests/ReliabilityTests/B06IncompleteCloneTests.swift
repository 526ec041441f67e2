import Testing

@Suite("An incomplete clone")
struct B06IncompleteCloneTests {
  private let project: StrangeProject
  private static let hint =
    "fetch them with `git fetch --unshallow --tags`; in GitHub Actions set the `actions/checkout` input `fetch-depth: 0`, in GitLab CI set `GIT_DEPTH: 0`"

  /// Sixty commits after the tag `v1.4.2`.
  init() throws {
    project = try StrangeProject()
    try project.shell(
      """
      git tag -a -m x v1.4.2; git tag -d 1.4.2 > /dev/null; git push -q origin v1.4.2 :1.4.2
      git -C ../origin.git config uploadpack.allowFilter true
      for i in $(seq 60); do git commit -q --allow-empty -m $i; done; git push -q
      """)
  }

  private func clone(_ options: String) throws {
    project.place = "work"
    try project.shell("git clone -q \(options) file://\(project.root)/origin.git ../clone")
    project.place = "clone"
  }

  @Test(
    "without the tags does not guess their spelling and version",
    arguments: [
      "--depth 1", "--depth 50", "--depth 1 --no-tags",
    ])
  func shallow(options: String) throws {
    try clone(options)
    try project.expectRefusal(
      "run", "local",
      says: """
        error: this is a shallow clone, which may lack the tags of releases
         --> Releasefile:8:34
        hint: \(Self.hint)
        """)
    #expect(try project.martlet("version").output == "1.4.2")
    try project.shell("sed -i.orig 's/^manifests:/version: {source: tag}\\\nmanifests:/' Releasefile; rm *.orig")
    try project.expectRefusal(
      "version",
      says: """
        error: this is a shallow clone, which may lack the tags of releases
        hint: \(Self.hint)
        """)
    // The command fixes it.
    try project.shell("git fetch -q --unshallow --tags")
    #expect(try project.martlet("version").output == "1.4.2")
    try project.shell("git checkout -q Releasefile")
    #expect(try project.martlet("run", "local").status == 0)
    #expect(try project.git("tag", "--points-at", "HEAD") == "v1.5.0")
  }

  @Test("that is shallow releases if the Releasefile sets the spelling of tags")
  func shallowDeclared() throws {
    try clone("--depth 1")
    try project.shell(
      "sed -i.orig 's/^manifests:/version: {tag: \"v${version}\"}\\\nmanifests:/' Releasefile; rm *.orig; git commit -q -a -m Spelling"
    )
    #expect(try project.martlet("run", "release", "--yes").status == 0)
    #expect(
      try project.git("ls-remote", "origin", "refs/tags/v1.5.0^{}", "refs/heads/main") == """
        \(project.git("rev-parse", "HEAD"))\trefs/heads/main
        \(project.git("rev-parse", "HEAD"))\trefs/tags/v1.5.0^{}
        """)
  }

  @Test(
    "that is shallow reports an uncertain version if only Apple reads the manifests, and raises nothing"
  )
  func shallowApple() throws {
    try project.shell(
      """
      git rm -q VERSION; echo 'MARKETING_VERSION = 1.5.0' > A.xcconfig
      sed -i.orig 's/plain: VERSION/xcconfig: A.xcconfig/' Releasefile; rm *.orig; git add A.xcconfig
      git commit -q -a -m Apple; git tag v1.5.0-beta.2; git commit -q --allow-empty -m More; git push -q origin main v1.5.0-beta.2
      """)
    #expect(try project.martlet("version").output == "1.5.0-beta.2")
    try clone("--depth 1")
    let outcome = try project.martlet("version")
    #expect(outcome.output == "1.5.0")
    #expect(
      outcome.errors == """
        warning: this is a shallow clone, which may lack the tags of releases
        hint: \(Self.hint)
        """)
    try project.expectRefusal(
      "bump", "patch",
      says: """
        error: this is a shallow clone, which may lack the tags of releases
        hint: \(Self.hint)
        """)
  }

  @Test("without tags suggests how to fetch them")
  func noTags() throws {
    try clone("--no-tags")
    try project.expectRefusal(
      "run", "local",
      says: """
        error: no version tag was found, and the tags of `origin` are not fetched (`remote.origin.tagOpt`)
         --> Releasefile:8:34
        hint: fetch them with `git fetch --tags origin`
        """)
    try project.shell("git fetch -q --tags origin")
    #expect(try project.martlet("run", "local").status == 0)
    #expect(try project.git("tag", "--points-at", "HEAD") == "v1.5.0")
  }

  @Test("of a fork without tags names the remote that has them")
  func fork() throws {
    try project.shell(
      """
      git init -q --bare -b main ../fork.git; git push -q ../fork.git main; git clone -q ../fork.git ../clone
      git -C ../clone remote add upstream "$PWD/../origin.git"
      """)
    project.place = "clone"
    try project.expectRefusal(
      "run", "local",
      says: """
        error: this clone has no tags, and those of `upstream` are unknown, because it was never fetched
         --> Releasefile:8:34
        hint: fetch them with `git fetch --tags upstream`
        """)
    try project.shell("git fetch -q --tags upstream")
    #expect(try project.martlet("run", "local").status == 0)
    #expect(try project.git("tag", "--points-at", "HEAD") == "v1.5.0")
  }

  @Test("beside a fetched remote without tags has the first release")
  func firstRelease() throws {
    try project.shell(
      """
      git init -q --bare -b main ../fork.git; git push -q ../fork.git main; git clone -q ../fork.git ../clone
      git -C ../clone remote add upstream "$PWD/../fork.git"; git -C ../clone fetch -q upstream
      """)
    project.place = "clone"
    #expect(try project.martlet("run", "local").status == 0)
    #expect(try project.git("tag", "--points-at", "HEAD") == "1.5.0")
  }

  @Test(
    "that is partial or has a single branch releases like a complete one",
    arguments: [
      "--single-branch", "--filter=blob:none", "--filter=blob:none --sparse", "--filter=tree:0",
      "--filter=blob:limit=1",
    ])
  func partial(options: String) throws {
    try project.shell("mkdir there; echo b > there/b; git add there; git commit -q -m There; git push -q")
    try clone(options)
    #expect(try project.martlet("run", "release", "--yes").errors.contains("error") == false)
    #expect(try project.git("ls-tree", "-r", "--name-only", "origin/main") == "Releasefile\nVERSION\nthere/b")
    #expect(try project.git("tag", "--points-at", "origin/main") == "v1.5.0")
    #expect(try project.git("status", "--porcelain") == "")
  }
}
