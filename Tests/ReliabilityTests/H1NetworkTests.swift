import Foundation
import Processes
import TestSupport
import Testing

@Suite("H1: networks")
struct H1NetworkTests {
  @Test(
    "H1: without a network all is done that needs none, and a push says which host it did not reach",
    .enabled(if: Isolation.isThere("--net"), "a network of one's own needs Linux and rights"))
  func none() throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    for line in readCommands + ["bump minor"] {
      let result = try world.shell("unshare --net \"$MARTLET\" \(line)")
      #expect(result.succeeded, "\(line): \(result.errorText)")
    }
    try world.git("checkout", "--quiet", ".")
    try world.git("config", "remote.origin.url", "https://git.example.com/CoolApp.git")
    let result = try world.shell("unshare --net \"$MARTLET\" run release --yes")
    #expect(result.termination == .exited(status: 1))
    #expect(result.errorText.contains("git.example.com"), "\(result.errorText)")
    #expect(try world.git("tag", "--list") == "")
    #expect(try world.git("log", "-1", "--format=%s") == "Greet from the widget too")
    #expect(try world.git("status", "--porcelain") == "")
  }

  @Test("H1: a page instead of a repository, as captive portals give it, is told with its address; nothing is left")
  func portal() throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    let server = try PageServer("<html>\n<body>Please sign in.</body>\n</html>\n")
    try world.git("config", "remote.origin.url", "http://127.0.0.1:\(server.port)/CoolApp.git")
    let result = try world.run("run release --yes")
    server.stop()
    #expect(result.termination == .exited(status: 1))
    #expect(result.errorText.contains("http://127.0.0.1:\(server.port)/CoolApp.git"), "\(result.errorText)")
    #expect(try world.git("tag", "--list") == "")
    #expect(try world.git("status", "--porcelain") == "")
  }

  @Test(
    "H1: names that are never resolved",
    .disabled(
      "the wait is that of git and of the system's resolver; a name server that is silent needs a system of its own"))
  func silence() {}
}
