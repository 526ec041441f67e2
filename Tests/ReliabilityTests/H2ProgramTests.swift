import Foundation
import Processes
import TestSupport
import Testing

@Suite("H2: other programs")
struct H2ProgramTests {
  @Test("H2: without git, all but the push is done, and who pushes is told what is missing")
  func withoutGit() throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    try world.folder.makeFolder("empty")
    let path = "PATH=\(world.root)/empty"
    for line in readCommands {
      let result = try world.run(line, changes: [path])
      #expect(result.succeeded, "\(line): \(result.errorText)")
    }
    let lanes = "manifests: [{plain: VERSION}]\nlanes: {private: {steps: [{bump: minor}, commit, tag]}}\n"
    try world.folder.write("CoolApp/VERSION", "1.4.2\n")
    try world.folder.write("CoolApp/Releasefile", lanes)
    let result = try world.run("run private", changes: [path])
    #expect(result.succeeded, "\(result.errorText)")
    #expect(try world.git("tag", "--list") == "1.5.0")
    #expect(try world.git("fsck", "--strict") == "")
  }

  @Test("H2: with git 2.20 and with git 2.50", .disabled("one git is installed where the tests run"))
  func otherVersions() {}
}
