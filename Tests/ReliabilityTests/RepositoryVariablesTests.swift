import Foundation
import TestSupport
import Testing

@Suite("Variables of a `.env` file in the repository")
struct RepositoryVariablesTests {
  private let world: GoldenWorld

  /// - Parameter file: The text of `.env`.
  private static func world(_ file: String, lanes: String = "") throws -> GoldenWorld {
    try GoldenWorld(
      example: nil,
      files: [
        ".env": file, "VERSION": "1.4.2\n", ".gitignore": "/child\n/.env.generated\n",
        "config.yml": "Production: {Port: 443}\n",
        "Releasefile": """
        manifests: [{plain: VERSION}]
        environments:
          values: config.yml
          secrets: {Key: {command: [sh, -c, env > child; echo 0123456789abcdef], embed: true}}
          outputs: [env: .env.generated]
        lanes:
          configure: {steps: [generate_config: Production]}
          release: {steps: [{run: {shell: 'printf %s "$MODE" > child'}}]}

        """ + lanes,
      ].mapValues { Data($0.utf8) })
  }

  init() throws {
    world = try Self.world("MODE=fast\n")
    try world.git("tag", "1.4.2")
  }

  @Test("reach the command of a `run` step, unless the user has set them")
  func command() throws {
    #expect(try world.run("run release --yes").succeeded)
    #expect(world.folder.read("CoolApp/child") == "fast")
    #expect(try world.run("run release --yes", changes: ["MODE=slow"]).succeeded)
    #expect(world.folder.read("CoolApp/child") == "slow")
  }

  @Test("do not reach a program that prints a secret, nor git, nor its hooks")
  func ownPrograms() throws {
    let result = try world.run("config generate --env Production")
    #expect(result.succeeded, "\(result.errorText)")
    let world = try Self.world("MODE=fast\n", lanes: "  tag: {steps: [{bump: minor}, commit]}\n")
    try world.folder.writeScript("CoolApp/.git/hooks/pre-commit", "env > '\(world.root)/child'")
    let committed = try world.run("run tag --yes")
    #expect(committed.succeeded, "\(committed.errorText)")
    for environment in [self.world.folder.read("CoolApp/child"), world.folder.read("child")] {
      let names = try #require(environment).split(separator: "\n").map { $0.prefix { $0 != "=" } }
      #expect(names.contains("PATH") && !names.contains("MODE"), "\(names)")
    }
  }

  @Test(
    "change no program that a command which only looks starts",
    arguments: [
      "LD_DEBUG=files\nLD_DEBUG_OUTPUT=$ROOT/ran", "GIT_TRACE=$ROOT/ran", "XDG_CONFIG_HOME=bin",
      "GIT_SSH_COMMAND=$ROOT/CoolApp/bin/ssh", "GIT_CONFIG_GLOBAL=$ROOT/CoolApp/bin/git/config",
    ])
  func looking(lines: String) throws {
    try world.folder.write("CoolApp/.env", lines.replacing("$ROOT", with: world.root) + "\n")
    try world.folder.writeScript("CoolApp/bin/ssh", "touch '\(world.root)/ran'")
    try world.folder.write("CoolApp/bin/git/config", "[core]\n\tfsmonitor = \(world.repository)/bin/ssh\n")
    try world.git("remote", "set-url", "origin", "git@git.example.com:o/r.git")
    for line in readCommands + ["status", "undo", "changelog", "init --dry-run"] {
      _ = try world.run(line, changes: ["GIT_CONFIG_GLOBAL"])
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: world.root)
    #expect(names.filter { $0.hasPrefix("ran") } == [])
  }

  @Test(
    "are refused with their place if programs load code or settings by them, in lanes that would use them",
    arguments: [
      "LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "GIT_SSH_COMMAND", "MARTLET_TRUSTED", "BASH_ENV", "NODE_OPTIONS",
    ])
  func refused(variable: String) throws {
    let lanes = """
        text: {steps: [{message: '${env.\(variable)}'}]}
        own: {steps: [{run: {command: ["true"], environment: {\(variable): /usr/bin}}}]}

      """
    let world = try Self.world("A=1\n\(variable)=./evil\n", lanes: lanes)
    #expect(try world.run("version").succeeded)
    #expect(try world.run("run own --yes").succeeded)
    for lane in ["release", "text"] {
      let result = try world.run("run \(lane) --yes")
      #expect(result.termination == .exited(status: 1))
      #expect(
        result.errorText == """
          error: `\(variable)` is set by a file of the repository, but programs load code or settings by it
           --> .env:2:1
          hint: delete this line, or set `\(variable)` in the `environment` of the step
          """)
      #expect(world.folder.read("CoolApp/child") == nil)
    }
  }
}
