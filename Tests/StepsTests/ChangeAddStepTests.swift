import MartletCore
import Steps
import TestSupport
import Testing

@Suite("An added change file")
struct ChangeAddStepTests {
  @Test("is named after its first words, and never overwrites another")
  func names() throws {
    var step = ChangeAddStep()
    step.level = .minor
    step.text = "Lanes may have: parameters, and `defaults` – more than before."
    step.type = "feat"
    let path: RelativePath = ".changes/lanes-may-have-parameters-and-defaults.md"
    let plan = try Planning(version: "1.0.0").plan(step)
    #expect(plan.text(of: path) == "---\nlevel: minor\ntype: feat\n---\n\n\(step.text)\n")
    let taken = Planning(.clean([path.string: ""]))
    #expect(try taken.plan(step).text(of: ".changes/lanes-may-have-parameters-and-defaults-2.md") != nil)
    step.text = "…"
    #expect(try Planning(version: "1.0.0").plan(step).text(of: ".changes/change.md") != nil)
    step.packages = ["core"]
    #expect(try Planning(version: "1.0.0").failure(step).hasPrefix("error: unknown package `core`"))
  }
}
