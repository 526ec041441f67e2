import Foundation
import Processes
import TestSupport
import Testing

/// The variables with tokens and passwords, and the programs that Martlet starts.
@Suite("The token of a variable")
struct G10ChildTests {
  private static let token = "canary-0123456789"
  /// Names that are known, and those that the Releasefile declares.
  private static let names = [
    "GITHUB_TOKEN", "GH_TOKEN", "GITLAB_TOKEN", "CI_JOB_TOKEN", "FORGEJO_TOKEN", "SOCIAL_PASS", "TAP_PASS",
    "HOOK_URL",
  ]

  private static func project(lane: String) throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write(
      "Releasefile",
      """
      manifests: [{plain: VERSION}]
      channels:
        social: {kind: mastodon, server: "https://social.example", token_env: SOCIAL_PASS}
        team: {kind: slack, url_env: HOOK_URL}
      environments:
        values: config.yml
        secrets: {Key: {command: [sh, -c, env > ../child; echo 0123456789abcdef], embed: true}}
        outputs: [env: .env.generated]
      lanes:
        check: {steps: [\(lane)]}
        commit: {steps: [bump: minor, commit]}
        tree: {steps: [{publish_files: {repository: ../t.git, files: {a: VERSION}, token_env: TAP_PASS}}]}

      """)
    try project.shell(
      """
      printf 'Production: {Port: 443}\\n' > config.yml; echo .env.generated > .gitignore
      git add --all; git commit -q -m Lanes
      for name in pre-commit commit-msg post-commit; do
        printf '#!/bin/sh\\nenv >> ../child\\n' > .git/hooks/$name; chmod +x .git/hooks/$name
      done
      """)
    for name in names { project.environment[name] = token }
    return project
  }

  @Test(
    "is not in the environment of a command, a hook, or the program of a secret",
    arguments: [
      ["run", "check"], ["run", "commit", "--yes"], ["config", "generate", "--env", "Production"],
    ])
  func children(_ words: [String]) throws {
    let project = try Self.project(lane: "run: [sh, -c, env > ../child]")
    let outcome = try project.martlet(words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let child = try project.shell("cat ../child")
    #expect(child.contains("PATH="))
    #expect(!child.contains(Self.token))
  }

  @Test(
    "is not where a command can read it from the environment of Martlet",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/environ")))
  func parent() throws {
    let project = try Self.project(
      lane: "run: {shell: 'cat /proc/$PPID/environ > ../child; ps -E -ww -p $PPID >> ../child || true'}")
    let outcome = try project.martlet("run", "check")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let child = try project.shell("tr '\\0' '\\n' < ../child")
    #expect(child.contains("GITHUB_TOKEN=") && child.contains("SOCIAL_PASS=") && child.contains("PATH=/"))
    #expect(!child.contains(Self.token))
  }

  @Test("is in the environment of a command that names it")
  func named() throws {
    let project = try Self.project(
      lane: "run: {command: [sh, -c, env > ../child], environment: {GITHUB_TOKEN: \"${env.GITHUB_TOKEN}\"}}")
    let outcome = try project.martlet("run", "check")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let child = try project.shell("grep canary ../child")
    #expect(child == "GITHUB_TOKEN=\(Self.token)")
  }
}
