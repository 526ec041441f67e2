import Foundation
import Processes
import TestSupport
import Testing

@Suite("A remote with another name of its host", .enabled(if: LoopbackServer.path(of: "ssh") != nil))
struct G9AliasTests {
  private let world: GoldenWorld

  init() throws {
    world = try GoldenWorld(
      example: nil,
      files: [
        "VERSION": "1.4.2\n", "Releasefile": "manifests: [{plain: VERSION}, {readme: README.md}]\n",
        "README.md": ".package(url: \"https://github.com/example/cool.git\", from: \"1.4.2\")\n",
      ].mapValues { Data($0.utf8) })
    try world.git("tag", "1.4.2")
    try world.folder.write("ssh-config", "Host github.com-work work\n  HostName ssh.github.com\n")
    // ssh reads the configuration of the account, not of `HOME`.
    try world.folder.writeScript(
      "bin/ssh",
      "touch '\(world.root)/asked'; exec '\(LoopbackServer.path(of: "ssh") ?? "")' -F '\(world.root)/ssh-config' \"$@\""
    )
  }

  private var path: String {
    "PATH=\(world.root)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
  }

  @Test(
    "is the repository that the README names",
    arguments: [
      "ssh://git@ssh.github.com:443/example/cool.git", "git@github.com-work:example/cool.git", "work:example/cool",
      "https://www.github.com/Example/cool.git",
    ])
  func snippet(address: String) throws {
    try world.git("remote", "set-url", "origin", address)
    let result = try world.run("bump minor", changes: [path])
    #expect(result.succeeded, "\(result.errorText)")
    #expect(world.folder.read("CoolApp/README.md")?.contains("from: \"1.5.0\"") == true, "\(result.outputText)")
  }

  @Test("is not looked up in a pull request from a fork")
  func fork() throws {
    try world.git("remote", "set-url", "origin", "work:example/cool")
    let changes = ["GITHUB_ACTIONS=true", "GITHUB_REF=refs/pull/1/merge", "GITHUB_EVENT_PATH=/nowhere"]
    let result = try world.run("bump minor --dry-run", changes: [path] + changes)
    #expect(result.outputText.contains("VERSION"), "\(result.errorText)")
    #expect(!FileManager.default.fileExists(atPath: "\(world.root)/asked"))
  }
}
