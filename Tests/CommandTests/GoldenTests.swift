import Foundation
import Processes
import TestSupport
import Testing

/// `MARTLET_RECORD=1 swift test --filter GoldenTests` records all cases again; review the difference with git.
@Suite("The command line")
struct GoldenTests {
  private static let isRecording = ProcessInfo.processInfo.environment["MARTLET_RECORD"] != nil

  @Test("matches its golden case", arguments: GoldenCase.all)
  func golden(_ golden: GoldenCase) throws {
    let outcome = try outcome(of: golden)
    guard !Self.isRecording else {
      try golden.record(outcome.files)
      return
    }
    if let differences = outcome.differences(from: golden.recorded) {
      Issue.record("`\(golden.name)` is not as recorded:\n\(differences)")
    }
  }

  @Test(
    "says with `undo --dry-run` what `undo` cannot do, in the same words",
    arguments: GoldenCase.all.filter { $0.arguments == ["undo", "--yes"] })
  func dryRun(_ golden: GoldenCase) throws {
    let world = try world(of: golden)
    let result = try command(of: golden, in: world, arguments: ["undo", "--dry-run"]).run()
    #expect("\(result.termination)" == "exit status \(golden.lines("status").first ?? "0")")
    #expect(world.neutral(String(decoding: result.errors, as: UTF8.self)) == golden.text("stderr.txt") ?? "")
  }

  @Test("has golden cases")
  func hasCases() {
    #expect(GoldenCase.all.count > 500)
  }

  private func world(of golden: GoldenCase) throws -> GoldenWorld {
    let world = try GoldenWorld(example: golden.lines("from").first, files: try golden.projectFiles())
    if let script = golden.text("setup") { try world.setUp(script) }
    return world
  }

  private func command(of golden: GoldenCase, in world: GoldenWorld, arguments: [String]) throws -> Command {
    try world.martlet(
      arguments, in: golden.lines("folder").first ?? "CoolApp", changes: golden.lines("environment"))
  }

  private func outcome(of golden: GoldenCase) throws -> GoldenOutcome {
    let world = try world(of: golden)
    let command = try command(of: golden, in: world, arguments: golden.arguments)
    let before = try FolderContents(of: world.repository, excluding: [".git"])
    let factsBefore = try GitFacts(of: world)

    var outcome = GoldenOutcome()
    let lock = try golden.text("lock").map { try HeldLock(of: world.repository, holder: $0) }
    if golden.text("answers") != nil {
      let (screen, status) = try Terminal().run(command, answers: golden.lines("answers"))
      outcome.add("terminal.txt", world.neutral(screen))
      outcome.add("status", status == 0 ? "" : "\(status)\n")
    } else {
      let result = try command.run()
      outcome.add("stdout.txt", world.neutral(String(decoding: result.output, as: UTF8.self)))
      outcome.add("stderr.txt", world.neutral(String(decoding: result.errors, as: UTF8.self)))
      switch result.termination {
      case .exited(let status): outcome.add("status", status == 0 ? "" : "\(status)\n")
      case .killed, .timedOut, .interrupted: outcome.add("status", "\(result.termination)\n")
      }
    }
    lock?.release()

    try outcome.add(
      FolderContents(of: world.repository, excluding: [".git"]), since: before, asDiffs: golden.keepsDiffs)
    let facts = try GitFacts(of: world)
    if facts != factsBefore { outcome.add("git.txt", facts?.text ?? "no repository\n") }
    return outcome
  }
}

/// The lock of another run.
struct HeldLock {
  private let descriptor: Int32

  init(of repository: String, holder: String) throws {
    let folder = "\(repository)/.git/martlet"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(holder.utf8).write(to: URL(fileURLWithPath: "\(folder)/lock"))
    descriptor = open("\(folder)/lock", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw POSIXError(.EWOULDBLOCK) }
  }

  func release() { close(descriptor) }
}
