import Testing

@Suite("A build number above the one that a command prints")
struct LatestBuildTests {
  private func project(_ script: String) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write("App.xcconfig", "CURRENT_PROJECT_VERSION = 6\n")
    try project.write("latest", script)
    try project.write(
      "Releasefile",
      """
      manifests: [{text: App.xcconfig, pattern: "CURRENT_PROJECT_VERSION = ${build}"}]
      version: {source: tag}
      lanes:
        beta:
          steps:
            - {run: {command: [sh, latest], capture: true}, id: latest}
            - bump: {build: increment, above: "${steps.latest.output}"}
            - commit: Build ${build}
            - tag: builds/${build}
            - push

      """)
    try project.git("add", ".")
    try project.git("commit", "-qm", "Build")
    return project
  }

  @Test("is committed, tagged and pushed")
  func raised() throws {
    let project = try project("echo 57")
    let outcome = try project.martlet("run", "beta", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("tag builds/58"), "\(outcome.output)")
    #expect(try project.git("show", "builds/58:App.xcconfig") == "CURRENT_PROJECT_VERSION = 58")
    #expect(try project.git("ls-remote", "origin", "refs/tags/builds/58^{}").isEmpty == false)
  }

  @Test(
    "is not guessed if the command fails or prints something else",
    arguments: [
      (
        "echo no builds", "`above` is `no builds`, expected a build number such as `42`",
        "let the command print only the latest build number"
      ),
      (
        "echo 57; echo 58", "`above` has 2 lines, of which the first is `57`, expected a build number such as `42`",
        "let the command print only the latest build number"
      ),
      (
        "true", "`above` is empty, expected a build number such as `42`",
        "let the command print only the latest build number"
      ),
    ])
  func refused(script: String, message: String, hint: String) throws {
    let project = try project(script)
    let outcome = try project.martlet("run", "beta", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasSuffix(
        "\nerror: \(message)\n --> Releasefile:7:9\nnothing is public, and everything was undone\nhint: \(hint)"),
      "\(outcome.errors)")
    #expect(try project.git("status", "--porcelain") == "")
    #expect(try project.git("tag", "--list", "builds/*") == "")
  }

  @Test("stops the run if the command fails")
  func failed() throws {
    let project = try project("echo offline >&2; exit 3")
    let outcome = try project.martlet("run", "beta", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasSuffix(
        "\nerror: `sh latest` failed: exit status 3\nstopped at entry 1, run; nothing is public, and everything was undone"
      ),
      "\(outcome.errors)")
    #expect(project.read("App.xcconfig") == "CURRENT_PROJECT_VERSION = 6\n")
  }
}
