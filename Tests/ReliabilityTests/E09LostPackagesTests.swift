import TestSupport
import Testing

/// Several packages have several tags, and each tag identifies the run.
@Suite("A run of several packages without its journal")
struct E09LostPackagesTests {
  private static func releasefile(_ more: String = "") -> String {
    """
    packages:
      core: {paths: [Core], manifests: [plain: Core/VERSION]}
      app: {paths: [App], manifests: [plain: App/VERSION]}
      net: {paths: [Net], manifests: [plain: Net/VERSION]}
    lanes:
      prepare: {steps: [packages: [bump: auto, changelog, commit: "${project} ${version}"]]}
      release:
        \(more)
        steps:
          - packages: [bump: auto, changelog, commit: "${project} ${version}", tag]
          - push
          - run: {shell: "[ -e ../server ] || exit 1; git rev-parse HEAD >> ../published", outward: true}

    """
  }

  /// Packages at 1.0.0, each with a fix.
  private func project(_ more: String = "") throws -> StrangeProject {
    let project = try StrangeProject()
    try project.shell("mkdir Core App Net; for p in Core App Net; do echo 1.0.0 > $p/VERSION; done")
    try project.write("Releasefile", Self.releasefile(more))
    try project.shell(
      """
      git add -A; git commit -qm 'Add packages'
      for p in core app net; do git tag -a -m "$p 1.0.0" $p/1.0.0; done
      for p in Core App Net; do echo a > $p/a; git add -A; git commit -qm "fix: answer in $p"; done
      git push -q --follow-tags
      """)
    return project
  }

  /// Releases the project, which stops after the push, and continues in a new clone.
  private func lose(_ project: StrangeProject) throws {
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 3, "\(outcome.errors)")
    try project.shell("cd ..; rm -rf work; git clone -q origin.git again")
    project.place = "again"
  }

  private let resume = ["resume", "--lane", "release", "--yes"]

  private func expectFinished(_ project: StrangeProject, at location: SourceLocation = #_sourceLocation) throws {
    let references = try project.git("ls-remote", "origin")
    let before = try project.martlet(resume)
    #expect(before.status == 3 && before.code == "unknown-outcome", "\(before.errors)", sourceLocation: location)
    try project.shell("touch ../server")
    let outcome = try project.martlet(resume + ["--repeat"])
    #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: location)
    #expect(try project.read("../published") == project.git("rev-parse", "HEAD") + "\n", sourceLocation: location)
    #expect(try project.git("ls-remote", "origin") == references, sourceLocation: location)
    #expect(try project.git("status", "--porcelain") == "", sourceLocation: location)
    let again = try project.martlet(resume)
    #expect(again.output.contains("nothing to resume: run "), "\(again)", sourceLocation: location)
  }

  @Test("is finished in a new clone")
  func finished() throws {
    let project = try project()
    try lose(project)
    #expect(try project.git("log", "--format=%s", "-3") == "net 1.0.1\napp 1.0.1\ncore 1.0.1")
    try expectFinished(project)
  }

  @Test("is finished after later pushes of others")
  func overtaken() throws {
    let project = try project()
    try lose(project)
    try project.shell(
      """
      echo b > Core/b; git add -A; git commit -qm 'feat: more'; git push -q
      git switch -q --force-create main 'refs/tags/net/1.0.1^{commit}'
      """)
    try expectFinished(project)
  }

  @Test("is found by its last tag: for another one, a command of the hint checks out the last")
  func earlierTag() throws {
    for tag in ["core/1.0.1", "app/1.0.1"] {
      let project = try project()
      try lose(project)
      let last = try project.git("rev-parse", "--short=7", "HEAD")
      try project.shell("git switch -q --force-create main 'refs/tags/\(tag)^{commit}'")
      let head = try project.git("rev-parse", "--short=7", "HEAD")
      try project.expectRefusal(
        "resume", "--lane", "release", "--yes",
        says: """
          error: the checked-out commit \(head) is not the last one of the release, expected \(last), the commit of the tag `net/1.0.1`
          hint: check it out with `git switch main && git merge --ff-only net/1.0.1`
          """)
      try project.shell("git switch -q main && git merge -q --ff-only net/1.0.1")
      try expectFinished(project)
    }
  }

  @Test("is found from the commit before it, as a repeated job checks it out")
  func before() throws {
    let project = try project()
    try lose(project)
    try project.shell("git reset -q --hard HEAD~3")
    let outcome = try project.martlet(resume)
    #expect(outcome.errors.contains("the commit of the tag `net/1.0.1`"), "\(outcome.errors)")
  }

  @Test("is finished if all tags are at the commit of a merged pull request")
  func proposed() throws {
    let project = try project("pull_request: true")
    #expect(try project.martlet("run", "prepare").status == 0)
    try project.shell("git reset -q --soft HEAD~3; git commit -qm 'Release'; git push -q")
    try lose(project)
    #expect(try project.git("tag", "--points-at", "HEAD") == "app/1.0.1\ncore/1.0.1\nnet/1.0.1")
    try expectFinished(project)
  }
}
