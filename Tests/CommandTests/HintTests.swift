import Foundation
import Processes
import TestSupport
import Testing

/// Follows the hints of the golden cases, as a user does: runs the command or makes the edit, and repeats the command line.
@Suite("The hints")
struct HintTests {
  /// A hint that does not lead on, with the reason.
  private static let exceptions = [
    "definite-ensure-clean-after-a-command": "a command of the lane leaves the file again",
    "run-dirty-tree": "git cannot stash a file of `git add --intent-to-add`; the hint also names the commit",
    "run-unreachable-remote": "the command shows git's own error",
    "doctor-unreachable": "the command shows git's own error",
  ]

  private static let followed: [FollowedHint] = GoldenCase.all.filter { golden in
    golden.text("answers") == nil && golden.text("lock") == nil && exceptions[golden.name] == nil
  }
  .flatMap(FollowedHint.all)

  @Test("lead on", arguments: followed)
  func leadOn(_ hint: FollowedHint) throws {
    let golden = hint.golden
    let world = try GoldenWorld(
      example: golden.lines("from").first, files: try golden.projectFiles().mapValues(hint.corrected))
    if let script = golden.text("setup") { try world.setUp(script) }
    let command = try world.martlet(
      hint.arguments, in: golden.lines("folder").first ?? "CoolApp",
      changes: golden.lines("environment").map(hint.corrected))
    if case .commands(let commands) = hint.action {
      let isShown = try commands.map { try follow($0, of: hint, after: command, in: world) }.contains(true)
      if isShown { return }
    }
    #expect(!hint.isRepeated(in: world.neutral(try command.run().text)))
  }

  /// Runs a command of the hint after the one that has failed.
  ///
  /// - Returns: Whether it does the work of the failed one, or only shows something.
  private func follow(
    _ line: String, of hint: FollowedHint, after failed: Command, in world: GoldenWorld
  ) throws -> Bool {
    _ = try failed.run()
    var environment = failed.environment
    environment["PROGRAM"] = try MartletProgram.path()
    let isAnswered = line.contains(#/^martlet (finish|run|undo)/#) && !line.contains("--yes")
    let script = "martlet() { \"$PROGRAM\" \"$@\"; }\n\(line)\(isAnswered ? " --yes" : "")"
    let result = try Command(
      "sh", ["-c", script.replacing("$ROOT", with: world.root)], environment: environment, directory: failed.directory
    ).run()
    let text = world.neutral(result.text)
    let isInstead = hint.isInstead(line) && !hint.isRepeated(in: text)
    #expect(result.succeeded || isInstead, "`\(line)`: \(text)")
    return isInstead || line.contains(#/--help|martlet help|martlet status|--explain|--sites|git (status|tag|branch)$/#)
  }
}

extension CommandResult {
  fileprivate var text: String { outputText + errorText }
}
