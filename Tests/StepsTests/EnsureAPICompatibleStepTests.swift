import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Steps

@Suite("The check api_compatible")
struct EnsureAPICompatibleStepTests {
  private static let broken = """
    Building for debugging...
    2 breaking changes detected in Core:
      💔 API breakage: func gone() has been removed
      💔 API breakage: enumelement Kind.new has been added as a new enum case
    No breaking changes detected in Other
    """

  /// The result for `output` as the last step of a lane.
  private func failure(
    _ planning: Planning, before steps: String = "", _ output: String, raise: Bool = false
  ) throws -> String {
    try outcome(planning, steps, output, raise: raise, then: "").0
  }

  /// The error that stops the lane, else the plan.
  private func outcome(
    _ planning: Planning, _ steps: String, _ output: String, raise: Bool, then rest: String
  ) throws -> (String, Plan?) {
    var verdict = InterfaceVerdictStep()
    verdict.output = Template(text: output)
    verdict.reaction = raise ? .raise : .refuse
    do {
      return ("", try planning.plan(before: steps, StepDeclaration(verdict), after: rest))
    } catch let error as any ExplainedError {
      return (error.diagnostics.map { $0.message }.joined(separator: "\n"), nil)
    }
  }

  @Test("compares the current interface with the last release by the toolchain")
  func command() throws {
    let planning = Planning(version: "1.4.2", history: ["tag 1.4.2", "fix: a"], files: ["lib/allowed.txt": ""])
    let plan = try planning.plan(
      "- ensure: {api_compatible: {folder: lib, allow: lib/allowed.txt, products: [Core], timeout: 60}}")
    guard case .runCommand(let run) = plan.entries.first?.effect else {
      Issue.record("no command")
      return
    }
    #expect(
      run.words
        == .vector([
          "swift", "package", "diagnose-api-breaking-changes", "1.4.2", "--breakage-allowlist-path",
          "../lib/allowed.txt", "--products", "Core",
        ]))
    #expect(run.directory == "lib")
    #expect(run.allowedStatuses == [0, 1])
    #expect(run.timeout == 60)
    #expect(try planning.failure("- ensure: {api_compatible: {allow: none.txt}}") == "error: no file `none.txt`")
  }

  @Test("does not guess the toolchain's result in a preview")
  func preview() throws {
    let planning = Planning(version: "1.4.2", history: ["tag 1.4.2", "fix: a"])
    var bump = BumpStep()
    bump.change = "auto"
    let plan = try planning.plan(
      before: "- ensure: {api_compatible: {when_too_small: raise}}", StepDeclaration(bump), after: "- tag")
    #expect(plan.remarks.first == "not known before the run: changes of the public interface since 1.4.2")
    #expect(plan.raise == "1.4.2 → 1.4.3")
  }

  @Test("refuses a path outside the repository")
  func paths() throws {
    let planning = Planning(version: "1.4.2", history: ["tag 1.4.2"])
    for parameter in ["allow", "folder"] {
      #expect(
        try planning.failure("- ensure: {api_compatible: {\(parameter): ../x}}")
          == "error: `../x` is not a path inside the repository")
    }
  }

  @Test("skips the comparison before the first release")
  func first() throws {
    let plan = try Planning(version: "1.4.2", history: ["fix: a"]).plan("- ensure: api_compatible")
    #expect(plan.remarks == ["no release yet to compare the public interface with"])
  }

  @Test("refuses a version that does not cover the break")
  func refusal() throws {
    let planning = Planning(version: "1.4.2", history: ["tag 1.4.2", "fix: a"])
    #expect(
      try failure(planning, before: "- bump: minor", Self.broken)
        == "the public interface has breaking changes in 2 places, expected a major version instead of `1.5.0`")
    #expect(try failure(planning, before: "- bump: major", Self.broken) == "")
    #expect(
      try failure(planning, Self.broken)
        == "the public interface has breaking changes in 2 places since `1.4.2`, but the level of the commits is patch, expected major"
    )
    let said = Planning(version: "1.4.2", history: ["tag 1.4.2", "fix!: a"])
    #expect(try failure(said, Self.broken) == "")
    #expect(try failure(planning, "No breaking changes detected in Core\n") == "")
    let error = Failure.brokenInterface(["a", "b"], found: try Version("1.5.0"), expected: .major)
    #expect(error.diagnostics.first?.notes == ["  a", "  b"])
    #expect(
      error.diagnostics.first?.hint
        == "raise the version further, list intended changes with `allow`, or choose the version with `bump: auto`")
  }

  @Test("makes `bump: auto` raise far enough, and lists the breaks")
  func raise() throws {
    let planning = Planning(version: "1.4.2", history: ["tag 1.4.2", "fix: a"])
    let (_, plan) = try outcome(planning, "", Self.broken, raise: true, then: "- bump: auto\n- changelog")
    #expect(plan?.raise == "1.4.2 → 2.0.0")
    #expect(plan?.remarks.first == "the public interface has 2 breaking changes since 1.4.2")
    #expect(plan?.text(of: "CHANGELOG.md")?.contains("### Breaking\n\n- func gone() has been removed\n") == true)
    let (words, _) = try outcome(planning, "", Self.broken, raise: true, then: "- bump: minor")
    #expect(
      words == "the public interface has breaking changes in 2 places, expected a major version instead of `1.5.0`")
  }

  @Test("does not treat a failed comparison as success")
  func failed() throws {
    let planning = Planning(version: "1.4.2", history: ["tag 1.4.2"])
    let error = Failure.notCompared(since: "1.4.2", output: "error: no such tag\n\nx")
    #expect(
      try failure(planning, "error: no such tag\n\nx") == "the public interface could not be compared with `1.4.2`")
    #expect(try failure(planning, "") == "the public interface could not be compared with `1.4.2`")
    #expect(error.diagnostics.first?.notes == ["  error: no such tag", "  x"])
    #expect(error.diagnostics.first?.hint == "check that both the current commit and the tag build with `swift build`")
  }
}
