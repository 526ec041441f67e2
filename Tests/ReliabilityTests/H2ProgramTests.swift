import Foundation
import Processes
import TestSupport
import Testing

@Suite("The git program")
struct H2ProgramTests {
  /// A line for each command in `martlet help` that opens a repository, and for each other one, except `verify`, which
  /// contacts the forge first, `doctor`, which reports it as a finding, and `ci`, which needs packages.
  private static let (needing, independent) = (
    [
      "changelog", "changelog 1.0.0", "changelog add minor Text", "init --ci github", "plan release",
      "run release --yes", "propose --yes", "announce --yes", "check", "version", "bump minor --dry-run", "plan --list",
      "status", "finish", "undo", "status --all", "export HEAD -o -", "config get A",
    ], ["help steps", "help git-lock", "schema", "completion bash", "manual"]
  )

  @Test("is listed with its time and arguments, with `MARTLET_TRACE`, without secrets")
  func traced() throws {
    let world = try GoldenWorld(example: nil, files: ["VERSION": Data("1.0.0\n".utf8)])
    let address = "http://user:hush@127.0.0.1:1/a.git"
    try world.git("remote", "set-url", "--add", "--push", "origin", address)
    try world.git("remote", "set-url", "--add", "--push", "origin", "\(address)2")
    let traced = try world.run("doctor", changes: ["MARTLET_TRACE=1"]).errorText
    let lines = traced.split(separator: "\n").filter { $0.hasPrefix("trace: ") }
    let settings = try Regex("^trace: [0-9]+ ms: git --no-pager config --list .*: exit status 0$")
    #expect(lines.contains { $0.firstMatch(of: settings) != nil }, "\(traced)")
    #expect(!traced.contains("hush"))
    #expect(try !world.run("version", changes: []).errorText.contains("trace:"))
  }

  @Test("is listed with its time and arguments, with `MARTLET_TRACE`; a secret of `.env` in an argument is masked")
  func redacted() throws {
    let world = try GoldenWorld.plain(
      lanes: """
          show:
            steps: [{run: [echo, hush-4711, "two\\nlines"]}]
        """, files: [".gitignore": ".env\n"])
    try world.setUp("echo API_TOKEN=hush-4711 > .env")
    let traced = try world.run("run show --yes", changes: ["MARTLET_TRACE=1"]).errorText
    let lines = traced.split(separator: "\n").filter { $0.contains(" ms: echo ") }
    #expect(lines.count == 1)
    #expect(lines.first?.hasSuffix(#"echo *** two\u{a}lines: exit status 0"#) == true, "\(traced)")
  }

  @Test("is required by all commands that open a repository; they report it alike, and change nothing")
  func missing() throws {
    let releasefile = """
      project: Cool
      forge: {kind: github, url: "http://127.0.0.1:1"}
      channels: {blog: {kind: micropub, endpoint: "http://127.0.0.1:1/", token_env: BLOG_TOKEN}}
      environments: {values: values.json}
      manifests: [{plain: VERSION}]
      lanes: {release: {pull_request: true, steps: [bump: auto, commit, tag, push]}}

      """
    let files = [
      "VERSION": "1.0.0\n", "Releasefile": releasefile, "values.json": #"{"debug": {"A": "one"}}"#,
    ]
    let world = try GoldenWorld(example: nil, files: files.mapValues { Data($0.utf8) })
    try world.git("remote", "set-url", "origin", "http://127.0.0.1:1/example/cool.git")
    try world.git("tag", "1.0.0")
    try world.git("commit", "--quiet", "--allow-empty", "--message=feat: Greet")
    try world.folder.makeFolder("empty")
    let changes = ["PATH=\(world.root)/empty", "BLOG_TOKEN=secret", "GITHUB_TOKEN=secret"]
    let before = try world.git("status", "--porcelain", "--ignored") + world.git("for-each-ref")
    for line in Self.needing {
      let result = try world.run(line, changes: changes)
      #expect(result.termination == .exited(status: 1), "\(line)")
      let report = result.errorText.replacing("`.`: ", with: "").split(separator: "\n").filter {
        !$0.contains("--> Releasefile")
      }
      #expect(
        report.suffix(2) == [
          "error: no program `git` in `PATH`",
          "hint: install git, on macOS with `xcode-select --install`, or add its folder to `PATH`",
        ], "\(line): \(result.errorText)")
    }
    for line in Self.independent {
      let result = try world.run(line, changes: changes)
      #expect(result.succeeded && result.errorText.isEmpty, "\(line): \(result.errorText)")
    }
    #expect(try world.git("status", "--porcelain", "--ignored") + world.git("for-each-ref") == before)
    let help = try world.run("help").outputText.matches(of: /\n  ([a-z]+)  +[A-Z]/).map { String($0.output.1) }
    let covered = (Self.needing + Self.independent).map { String($0.prefix { $0 != " " }) }
    #expect(help.filter { !covered.contains($0) } == ["doctor", "verify"])
    let doctor = try world.run("doctor", changes: changes).outputText
    #expect(
      doctor.hasPrefix(
        """
        fail  git          no program `git` in `PATH`
              hint: install git, on macOS with `xcode-select --install`, or add its folder to `PATH`

        """), "\(doctor)")
  }

  /// The folders of other versions of git.
  private static let others =
    ProcessInfo.processInfo.environment["MARTLET_GITS"]?.split(separator: ":").map(String.init) ?? []

  @Test(
    "gives the same release in versions 2.20 and 2.50",
    .enabled(if: !others.isEmpty, "only one git is here; `MARTLET_GITS` names the folders of others"), arguments: others
  )
  func otherVersions(folder: String) throws {
    let path = "PATH=\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
    let (world, usual) = (try GoldenWorld(example: "Examples/CoolApp"), try GoldenWorld(example: "Examples/CoolApp"))
    for line in readCommands {
      let result = try world.run(line, changes: [path])
      #expect(result.succeeded, "\(line): \(result.errorText)")
    }
    for (world, changes) in [(world, [path]), (usual, [])] {
      let result = try world.run("run release --yes", changes: changes)
      #expect(result.succeeded, "\(result.errorText)")
      #expect(try world.git("status", "--porcelain") == "")
      #expect(try world.git("fsck", "--strict", directory: "\(world.root)/CoolApp.git") == "")
    }
    let remotes = try [world, usual].map { try $0.git("for-each-ref", directory: "\($0.root)/CoolApp.git") }
    #expect(remotes[0] == remotes[1])
    #expect(remotes[0].contains("refs/tags/"))
  }
}
