import Foundation
import Processes
import TestSupport
import Testing

@Suite("A remote with another name of its host")
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
    try world.folder.writeScript("bin/ssh", "touch '\(world.root)/asked'; exit 1")
  }

  private var path: String {
    "PATH=\(world.root)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
  }

  @Test(
    "is the repository that the README names, as git's own settings show",
    arguments: [
      ("ssh://git@ssh.github.com:443/example/cool.git", "git@github.com-work:"),
      ("git@github.com:example/cool.git", "git@github.com-work:"), ("git@github.com:example/cool", "work:"),
      ("https://www.github.com/Example/cool.git", "git@github.com-work:"),
    ])
  func snippet(address: String, alias: String) throws {
    try world.git("remote", "set-url", "origin", address)
    try world.git("config", "url.\(alias).insteadOf", "git@github.com:")
    let result = try world.run("bump minor", changes: [path])
    #expect(result.succeeded, "\(result.errorText)")
    #expect(world.folder.read("CoolApp/README.md")?.contains("from: \"1.5.0\"") == true, "\(result.outputText)")
  }

  @Test("is not looked up by starting ssh", arguments: ["git@github.com-work:example/cool.git", "work:example/cool"])
  func alias(address: String) throws {
    try world.git("remote", "set-url", "origin", address)
    for line in readCommands + ["bump minor"] { _ = try world.run(line, changes: [path]) }
    #expect(world.folder.read("CoolApp/VERSION") == "1.5.0\n")
    #expect(world.folder.read("CoolApp/README.md")?.contains("from: \"1.4.2\"") == true)
    #expect(world.folder.read("asked") == nil)
  }
}
