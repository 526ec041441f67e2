import Foundation
import Processes
import TestSupport
import Testing

@Suite("A prompt")
struct PromptTests {
  private let world: GoldenWorld

  init() throws {
    world = try GoldenWorld.plain(
      lanes: """
          release: {steps: [{bump: minor}, commit, tag, push]}
          confirmed: {steps: [{bump: minor}, {confirm: {text: Publish?, steps: [commit, tag, push]}}]}
          typed: {steps: [{prompt: {text: Version?, default: none}, id: v}, {message: "it is ${steps.v.answer}"}]}
          built: {steps: [{bump: minor}, {run: ["true"]}, commit, tag, push]}

        """)
  }

  private var tags: String {
    get throws { try world.git("--git-dir=\(world.root)/CoolApp.git", "tag") }
  }

  @Test(
    "is not answered by what was typed before it", arguments: ["release", "confirmed", "built"],
    ["y\n", "y\ny\ny\n", "y"])
  func early(lane: String, text: String) throws {
    let command = try world.martlet(["run", lane])
    let (screen, status) = try Terminal().run(command, answers: [""], typedBefore: text)
    #expect(status == 2, "\(screen)")
    #expect(try tags == "", "\(screen)")
  }

  @Test("for a text, and for the undo of a run, is not answered either")
  func others() throws {
    let (screen, status) = try Terminal().run(
      try world.martlet(["run", "typed"]), answers: ["late"], typedBefore: "early\n")
    #expect(status == 0 && screen.hasSuffix("it is late\ndone\n") && !screen.contains("it is early"), "\(screen)")
    #expect(try world.run("run release --yes").succeeded)
    try world.git("config", "user.name", "A")
    #expect(try world.run("bump minor").succeeded)
    let undo = try Terminal().run(try world.martlet(["undo"]), answers: ["n"], typedBefore: "y\n")
    #expect(undo.status != 0 && world.folder.read("CoolApp/VERSION") == "1.2.0\n", "\(undo.screen)")
  }

  @Test("for something public appears below the plan, also if standard output is a file, quiet, or JSON")
  func order() throws {
    for (words, shell) in [("", " >../out"), (" --quiet", ""), (" --json", " >../out")] {
      var command = try world.martlet([])
      command.arguments = ["-c", "'\(command.program)' run release\(words)\(shell)"]
      command.program = "/bin/sh"
      let (screen, status) = try Terminal().run(command, answers: ["n"])
      let plan = try #require(screen.firstRange(of: "push"), "\(screen)")
      let prompt = try #require(screen.firstRange(of: "Continue? [y/N] "), "\(screen)")
      #expect(status == 2 && plan.lowerBound < prompt.lowerBound, "\(screen)")
    }
  }
}
