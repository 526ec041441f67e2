import Foundation
import Processes
import TestSupport
import Testing

/// Two users who release at the same moment, each before the push of the other.
///
/// `MARTLET_RACE_ROUNDS` is the number of rounds; `scripts/test race` runs fifty.
@Suite("A race of two releases", .timeLimit(.minutes(30)))
struct F2ReleaserRaceTests {
  private static let rounds = ProcessInfo.processInfo.environment["MARTLET_RACE_ROUNDS"].flatMap(Int.init) ?? 3

  private static let releasefile = """
    manifests: [{plain: VERSION}]
    lanes:
      release:
        allow_empty: true
        steps:
          - bump: patch
          - commit
          - tag
          - push

    """

  @Test("has exactly one winner, and the other ends with a conflict and a clean tree")
  func race() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["VERSION": "1.0.0\n", "Releasefile": Self.releasefile])
    let origin = try sandbox.addRemote()
    try sandbox.git("push", "--quiet", "origin", "main")
    let releasers = [try sandbox.clone(origin, as: "one"), try sandbox.clone(origin, as: "two")]
    // With the same name and time, both would create the same commit.
    releasers[1].environment["GIT_COMMITTER_NAME"] = "B. Dev"
    for releaser in releasers {
      #expect(try releaser.run("mkfifo", [".git/here", ".git/gate"]).succeeded)
      // Runs after the check of the remote and before the push.
      try releaser.hook("pre-push", "echo here > .git/here; read line < .git/gate")
    }

    var wins = [0, 0]
    for round in 1...Self.rounds {
      let base = try #require(try origin.reference("refs/heads/main"))
      let outcomes = try releaseAtOnce(releasers)
      let name = "1.0.\(round)"
      let statuses = outcomes.map(\.termination)
      #expect(
        Set(statuses.map(\.description)) == ["exit status 0", "exit status 5"],
        "round \(round): \(outcomes.map(\.errorText))")
      guard let winner = statuses.firstIndex(of: .exited(status: 0)) else { return }
      wins[winner] += 1
      let (loser, tip) = (releasers[1 - winner], try releasers[winner].git("rev-parse", "HEAD"))
      #expect(try origin.git("tag", "--list").split(separator: "\n").count == round)
      #expect(try origin.reference("refs/heads/main") == tip)
      #expect(try origin.reference("refs/tags/\(name)^{}") == tip)
      #expect(try loser.git("rev-parse", "HEAD") == base)
      #expect(try loser.git("status", "--porcelain") == "")
      #expect(try !loser.git("tag", "--list").contains(name))
      #expect(try loser.git("for-each-ref", "refs/martlet") == "")
      // A commit is released once.
      try releasers[winner].git("commit", "--quiet", "--allow-empty", "-m", "Work")
      try releasers[winner].git("push", "--quiet", "--no-verify", "origin", "main")
      try loser.git("pull", "--quiet", "--tags", "origin", "main")
    }
    for repository in releasers { #expect(try repository.git("fsck", "--strict", "--no-dangling") == "") }
    #expect(try origin.git("fsck", "--strict", "--no-dangling") == "")
    print("race: \(Self.rounds) rounds, won \(wins[0]) : \(wins[1])")
  }

  /// Starts all of them, waits until each is about to push, and continues all.
  private func releaseAtOnce(_ releasers: [GitSandbox]) throws -> [CommandResult] {
    let program = try MartletProgram.path()
    let commands = releasers.map { releaser in
      Command(
        program, ["run", "release", "--yes"],
        environment: releaser.environment.merging(["CI": "true", "MARTLET_TRUSTED": "true"]) { $1 },
        directory: releaser.path)
    }
    let results = Results(count: commands.count)
    let threads = DispatchGroup()
    for (index, command) in commands.enumerated() {
      threads.enter()
      Thread.detachNewThread {
        results.set(Result { try command.run() }, at: index)
        threads.leave()
      }
    }
    let script = "cat \"$0/.git/here\" \"$1/.git/here\"; echo go > \"$0/.git/gate\" & echo go > \"$1/.git/gate\""
    var barrier = Command(
      "sh", ["-c", script] + releasers.map(\.path), environment: releasers[0].environment, directory: releasers[0].path)
    barrier.timeout = .seconds(60)
    #expect(try barrier.run().succeeded)
    threads.wait()
    return try results.all.map { try $0.get() }
  }
}

/// The results of threads.
private final class Results: @unchecked Sendable {
  private let lock = NSLock()
  private var values: [Result<CommandResult, any Error>?]

  init(count: Int) {
    values = Array(repeating: nil, count: count)
  }

  func set(_ value: Result<CommandResult, any Error>, at index: Int) {
    lock.withLock { values[index] = value }
  }

  var all: [Result<CommandResult, any Error>] { lock.withLock { values.compactMap { $0 } } }
}
