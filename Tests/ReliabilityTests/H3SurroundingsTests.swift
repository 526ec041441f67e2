import Foundation
import Processes
import TestSupport
import Testing

@Suite("The output")
struct H3SurroundingsTests {
  private static let lines = [
    "version --sites", "plan release --diff", "check", "plan --list", "bump mayor", "plan nothing",
  ]

  @Test(
    "is the same without colour, width or locale, and in other locales",
    arguments: [
      ["NO_COLOR=1"], ["TERM"], ["TERM=xterm-256color"], ["COLUMNS=20"], ["COLUMNS=x", "LINES=-1"], ["LC_ALL", "LANG"],
      ["LC_ALL=tr_TR.UTF-8"], ["LC_ALL=de_DE.ISO-8859-1"], ["LC_ALL=nonsense"], ["TZ=Pacific/Kiritimati"],
      ["TMPDIR"], ["HOME"], ["USER=root"],
    ])
  func same(changes: [String]) throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    for line in Self.lines {
      let usual = try world.run(line)
      let other = try world.run(line, changes: changes)
      #expect(other.output == usual.output && other.errors == usual.errors, "\(line)\n\(other.errorText)")
      #expect(other.termination == usual.termination)
    }
  }

  @Test(
    "has no colour on a dumb terminal, or if the user disables it", arguments: ["TERM=dumb", "NO_COLOR=1"])
  func colour(change: String) throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    let command = try world.martlet(["plan", "release"], changes: ["TERM=xterm", change])
    #expect(try Terminal().run(command, answers: []).screen.terminalOrders == [])
  }

  @Test(
    "reaches no file through a closed stream, which stops nothing",
    arguments: [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&-", "<&- >&- 2>&-"])
  func closed(streams: String) throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    let result = try world.shell("martlet run release --yes \(streams)")
    #expect(result.termination == .exited(status: 0), "\(result.errorText)")
    #expect(try world.git("show", "--stat", "--format=%s", "HEAD").hasPrefix("Version 1.5.0\n"))
    #expect(try world.git("tag", "--list", directory: "\(world.root)/CoolApp.git") == "1.5.0")
    #expect(try world.git("status", "--porcelain") == "")
    #expect(try world.git("fsck", "--strict") == "")
    #expect(world.folder.read("CoolApp/Sources/CoolKit/Version.swift")?.contains("1.5.0") == true)
    #expect(world.folder.bytes(of: "CoolApp/.git/martlet/lock")?.contains(0xe2) != true)
  }

  @Test("may lose its reader, which is not an error")
  func reader() throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    let result = try world.shell("{ martlet plan release --diff; echo $? >&2; } | head -1")
    #expect(result.outputText == "release  1.4.2 → 1.5.0")
    #expect(result.errorText == "0")
  }
}
