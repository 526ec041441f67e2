import Foundation
import Processes
import TestSupport
import Testing

@Suite("The git program")
struct H2ProgramTests {
  @Test("is needed only for a push, which reports that it is missing")
  func withoutGit() throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    try world.folder.makeFolder("empty")
    let path = "PATH=\(world.root)/empty"
    for line in readCommands {
      let result = try world.run(line, changes: [path])
      #expect(result.succeeded, "\(line): \(result.errorText)")
    }
    let clean = try world.run("plan release", changes: [path])
    #expect(clean.errorText.contains("warning: there is no `git` program, so libgit2 compares the files"))
    let lanes = "manifests: [{plain: VERSION}]\nlanes: {private: {steps: [{bump: minor}, commit, tag]}}\n"
    try world.folder.write("CoolApp/VERSION", "1.4.2\n")
    try world.folder.write("CoolApp/Releasefile", lanes)
    let result = try world.run("run private", changes: [path])
    #expect(result.succeeded, "\(result.errorText)")
    #expect(try world.git("tag", "--list") == "1.5.0")
    #expect(try world.git("fsck", "--strict") == "")
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
