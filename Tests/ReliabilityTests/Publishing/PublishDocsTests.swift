import TestSupport
import Testing

@Suite("The documentation of a release", .enabled(if: ReferenceProgram("docc") != nil, "there is no docc"))
struct PublishDocsTests {
  private static let steps = """
    - bump: minor
    - run: {command: [sh, build-docs, "${version}"]}
    - commit
    - tag
    - push
    - publish_files:
        docs: {"${version}": site/version, latest: site/latest}
        repository: origin
        base: kit
    """

  private static let script = """
    set -eu
    mkdir -p site
    for path in "$1 version" "latest latest"; do
      docc convert Kit.docc --fallback-display-name Kit --fallback-bundle-identifier example.Kit \\
        --transform-for-static-hosting --hosting-base-path "kit/${path% *}" --output-path "site/${path#* }" > log
    done

    """

  private func project(_ steps: String = steps) throws -> StrangeProject {
    let project = try StrangeProject()
    let lines = steps.split(separator: "\n").map { "      \($0)\n" }.joined()
    try project.write(
      "Releasefile", "project: Kit\nmanifests: [{plain: VERSION}]\nlanes:\n  release:\n    steps:\n\(lines)")
    try project.write("Kit.docc/Guide.md", "# The guide\n\n@Metadata {\n  @TechnologyRoot\n}\n\nText.\n")
    try project.write("build-docs", Self.script)
    try project.write(".gitignore", "site\nlog\n")
    try project.git("add", "--all")
    try project.git("commit", "-qm", "Add documentation")
    try project.git("push", "-q")
    return project
  }

  private func pages(_ project: StrangeProject, _ words: String...) throws -> String {
    try project.shell((["git", "--git-dir=../origin.git"] + words).map { "'\($0)'" }.joined(separator: " "))
  }

  @Test("each version has its folder, `latest` is the newest one, and older versions stay as they were")
  func versions() throws {
    let project = try project()
    let first = try project.martlet("run", "release", "--yes")
    #expect(first.status == 0, "\(first.errors)")
    let tree = try pages(project, "rev-parse", "gh-pages:1.5.0")
    #expect(
      try pages(project, "show", "gh-pages:latest/documentation/guide/index.html").contains(
        #"baseUrl = "/kit/latest/""#))
    try project.shell("git mv Kit.docc/Guide.md Kit.docc/Tour.md; git commit -qm 'Rename the guide'")
    let second = try project.martlet("run", "release", "--yes")
    #expect(second.status == 0, "\(second.errors)")
    #expect(try pages(project, "ls-tree", "--name-only", "gh-pages") == ".nojekyll\n1.5.0\n1.6.0\nlatest")
    #expect(try pages(project, "rev-parse", "gh-pages:1.5.0") == tree)
    #expect(
      try pages(project, "ls-tree", "-r", "--name-only", "gh-pages", "latest/documentation")
        == "latest/documentation/tour/index.html")
    #expect(try pages(project, "log", "--format=%s", "gh-pages") == "Kit 1.6.0\nKit 1.5.0")
  }

  @Test("documentation that cannot be built stops the run before anything is public")
  func failure() throws {
    let project = try project()
    try project.shell("git rm -qr Kit.docc; git commit -qm 'Remove the documentation'")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("nothing is public, and everything was undone"), "\(outcome.errors)")
    #expect(project.read("VERSION") == "1.4.2\n")
    #expect(try project.git("ls-remote", "origin", "refs/tags/1.5.0", "refs/heads/gh-pages") == "")
  }

  @Test("pages for another path, which a browser would show empty, are refused")
  func otherBase() throws {
    let project = try project(Self.steps.replacing("base: kit", with: "base: other"))
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        """
        error: the pages in `site/version` are for the path `/kit/1.5.0/`, but they are published at `/other/1.5.0`
        """), "\(outcome.errors)")
    #expect(try project.git("ls-remote", "origin", "refs/tags/1.5.0") == "")
  }

  @Test("a site of another generator needs no path, and has a first page")
  func otherGenerator() throws {
    let project = try project(
      """
      - run: {shell: "mkdir -p site/guides; echo guides > site/guides/index.html"}
      - publish_files: {docs: {.: site/guides}, repository: origin}
      """)
    let first = try project.martlet("run", "release", "--yes")
    #expect(first.status == 0, "\(first.errors)")
    #expect(try pages(project, "show", "gh-pages:index.html") == "guides")
    try project.shell("sed -i 's/index/home/' Releasefile; git commit -qam 'Rename the page'; git push -q; rm -r site")
    let second = try project.martlet("run", "release", "--yes")
    #expect(second.status == 1)
    #expect(
      second.errors.contains(
        """
        error: the site has no page `site/guides/index.html`
         --> Releasefile:7:9
        nothing is public, and everything was undone
        hint: name the folder of a site, or publish other files with `files`
        """), "\(second.errors)")
  }
}
