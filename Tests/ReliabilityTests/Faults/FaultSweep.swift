import Processes
import TestSupport

/// Runs a lane repeatedly, with a fault at its first, second, third … operation, until the lane has no more operations.
/// Each time the run is finished in one copy and undone in another.
struct FaultSweep {
  private let world: FaultWorld
  private let lane: String
  /// The project before the lane has run, and after it has.
  private let start: String
  private let release: String
  /// The references of the remote after the release.
  private let releasePublished: String
  private var generator = SeededGenerator(seed: 17)
  private(set) var tally = FaultTally()

  init(of lane: String) throws {
    world = try FaultWorld()
    self.lane = lane
    start = try world.state()
    let result = try world.martlet(["run", lane, "--yes"])
    guard result.succeeded else { throw FaultWorld.Failure(description: result.errorText) }
    release = try world.state()
    releasePublished = try world.published()
  }

  /// Injects the fault at every third operation of the lane; in a sample at about six.
  mutating func run(_ fault: Fault) throws {
    try world.restore("first")
    for operation in selection(of: try world.operations(fault, of: ["run", lane, "--yes"]), count: 6, whole: 3) {
      try world.restore("first")
      let result = try world.martlet(["run", lane, "--yes"], by: fault.launcher(at: operation, trace: world.trace))
      guard isFault(result) else { continue }
      tally.injections += 1
      try judge(result, "\(fault.name), \(operation) of \(lane)")
    }
  }

  /// Kills the lane at some operations, and then its repair at some; in a sample at fewer.
  mutating func runTwice() throws {
    let fault = Fault.killed
    try world.restore("first")
    for operation in selection(of: try world.operations(fault, of: ["run", lane, "--yes"]), count: 5, whole: 13) {
      try world.restore("first")
      let result = try world.martlet(["run", lane, "--yes"], by: fault.launcher(at: operation, trace: world.trace))
      guard isFault(result) else { continue }
      try world.keep("broken")
      for word in ["finish", "undo"] {
        try world.restore("broken")
        for again in selection(of: try world.operations(fault, of: [word, "--yes"]), count: 4, whole: 17) {
          try world.restore("broken")
          let mending = try world.martlet([word, "--yes"], by: fault.launcher(at: again, trace: world.trace))
          guard isFault(mending) else { continue }
          tally.injections += 1
          try judge(mending, "killed, \(operation) of \(lane), then \(again) of \(word)")
        }
      }
    }
  }

  /// About `count` of the operations; in the whole, every `whole`-th.
  private func selection(of operations: [Fault.Operation], count: Int, whole: Int) -> [Fault.Operation] {
    FaultSample.positions(0..<operations.count, every: max(1, operations.count / count), whole: whole).map {
      operations[$0]
    }
  }

  private func isFault(_ result: CommandResult) -> Bool {
    result.termination == .killed(signal: 9) || result.termination == .exited(status: 137) || world.hasFired
  }

  /// Checks a run after its fault: it must be complete, or be completed, or be undone.
  private mutating func judge(_ result: CommandResult, _ what: String) throws {
    var wrong: [String] = []
    var output = result.outputText + result.errorText
    if result.succeeded, try world.state() != release, try world.state() != start {
      wrong.append("says that all is well")
    }
    try world.keep("copy")
    try wrong.append(contentsOf: resume(&output))
    try world.restore("copy")
    try wrong.append(contentsOf: undo(&output))
    if Bool.random(using: &generator) {
      try world.restore("copy")
      try wrong.append(contentsOf: resumeAfterChange(&output))
    }
    let leaks = try world.leaks()
    if !leaks.isEmpty || output.contains(FaultWorld.canary) {
      tally.leaked += 1
      wrong.append("the secret is in: \(leaks)")
    }
    if !wrong.isEmpty {
      tally.lost += 1
      tally.findings.append("\(what): \(wrong.joined(separator: "; "))\n\(output)")
    }
  }

  /// Restarts a run that never began.
  private mutating func resume(_ output: inout String) throws -> [String] {
    var result = try recover(["finish", "--yes"], &output)
    // An undo that has begun is undone to its end, as the hint says.
    if hasBegunUndo(result) { result = try recover(["undo", "--yes"], &output) }
    if result.succeeded, try isAsBefore() { result = try recover(["run", lane, "--yes"], &output) }
    var wrong = result.succeeded ? [] : ["cannot be resumed"]
    if try world.state() != release { wrong.append("resumed, it is another release") }
    if try world.timesReleased() > 1 { tally.duplicated += 1 }
    return wrong + (try debris("resuming"))
  }

  private func hasBegunUndo(_ result: CommandResult) -> Bool {
    !result.succeeded && result.errorText.contains("hint: undo the rest with `martlet undo`")
  }

  /// A user changes one file of the run before it is resumed. The release matches the plan, or it does not happen and
  /// the error names the file.
  private mutating func resumeAfterChange(_ output: inout String) throws -> [String] {
    let before = try world.published()
    let change = try world.changeFile(using: &generator)
    let result = try recover(["finish", "--yes"], &output)
    tally.changes += 1
    let after = try world.published()
    if after == releasePublished {
      tally.released += 1
      return []
    }
    guard after == publishedAtStart else { return ["\(change.phrase), then resumed: another release"] }
    guard before == after else { return ["\(change.phrase), then resumed: the release is gone"] }
    if result.succeeded {
      tally.untouched += 1
      return result.outputText.contains("nothing to finish") ? [] : ["\(change.phrase): resumed without a release"]
    }
    tally.stopped += 1
    if hasBegunUndo(result) { return [] }
    let isNamed = ["`\(change.file)`", "--> \(change.file):"].contains { result.errorText.contains($0) }
    return isNamed ? [] : ["\(change.phrase), then stopped without its name"]
  }

  /// A public release stays public, and is finished instead.
  private mutating func undo(_ output: inout String) throws -> [String] {
    let isPublic = try world.published() != publishedAtStart
    let result = try recover(["undo", "--yes"], &output)
    var wrong: [String] = []
    if isPublic {
      if try world.state() != release { _ = try recover(["finish", "--yes"], &output) }
      if try world.state() != release { wrong.append("public, and not finished") }
    } else if !result.succeeded, result.errorText.contains("it was sent, and may still arrive") {
      // The process was killed while it started the push, which only the server can refuse.
      _ = try recover(["finish", "--yes"], &output)
      if try world.state() != release { wrong.append("sent, and not finished") }
    } else {
      if !result.succeeded { wrong.append("cannot be undone") }
      if try !isAsBefore() { wrong.append("undone, it is not as before") }
    }
    return wrong + (try debris("undoing"))
  }

  /// Checks that only files made by the run's commands remain, and removes those.
  private func isAsBefore() throws -> Bool {
    let released = try world.state()
    if released == release { return false }
    try world.removeProducts()
    return try world.state() == start
  }

  private var publishedAtStart: String { start.split(separator: "\n").last.map(String.init) ?? "" }

  private mutating func recover(_ words: [String], _ output: inout String) throws -> CommandResult {
    let clock = ContinuousClock()
    let begin = clock.now
    let result = try world.martlet(words)
    tally.slowestRecovery = max(tally.slowestRecovery, clock.now - begin)
    output += "\n$ \(words.joined(separator: " "))\n\(result.outputText)\n\(result.errorText)"
    return result
  }

  private func debris(_ action: String) throws -> [String] {
    let debris = try world.debris()
    return debris.isEmpty ? [] : ["left by \(action): \(debris)"]
  }
}
