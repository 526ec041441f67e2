import Processes
import TestSupport

/// Kills a lane, lets a user act, and gives a command somewhere. The end is judged, and if it is an error, its hint is followed.
struct ChangeSweep {
  /// How it ended.
  enum End: String, CaseIterable {
    /// Complete, with the planned bytes and no effect twice.
    case released
    /// Nothing of the run is public, and nothing of it is left on servers.
    case untouched
    /// An error names the cause, and its hint leads to one of these two, or ends the run as it is.
    case stopped
    /// The release was complete before, and the command made the next one.
    case next
    case wrong
  }

  let world: ChangedWorld
  private var generator: SeededGenerator
  private(set) var tally = ChangeTally()

  init(of lane: SweptLane, seed: UInt64) throws {
    world = try ChangedWorld(lane)
    generator = SeededGenerator(seed: seed)
  }

  /// Tests `count` moments, half of them file operations, with all combinations in random order.
  mutating func run(count: Int) throws {
    let moments = try world.moments()
    var (operations, effects) = (Deck(moments.operations), Deck(moments.effects))
    var combinations = Deck(Combination.all)
    for number in 0..<count {
      let moment = number % 2 == 0 ? operations.next(using: &generator) : effects.next(using: &generator)
      guard let moment, let combination = combinations.next(using: &generator) else { return }
      let title = "\(moment), \(combination)"
      let (end, reason) = try result(of: moment, combination) ?? (nil, "")
      tally.add(end, of: world.lane, combination)
      if end == .wrong { tally.findings.append("\(title): \(reason)\n\(world.log.joined(separator: "\n"))") }
    }
  }

  /// Returns how it ended; nil if the lane was over before that moment.
  private mutating func result(of moment: Moment, _ combination: Combination) throws -> (End, String)? {
    let act = combination.act
    try world.restore(for: act)
    guard try world.kill(at: moment, for: act) else { return nil }
    try world.perform(act)
    let start = try world.look()
    try world.prepare(combination.place)
    let words = [combination.command] + (combination.command == "run" ? ["release"] : []) + ["--yes"]
    var (end, reason) = try follow(words, in: combination.place.folder, since: start, act)
    let isOver = problems(start, act).isEmpty || act.name.contains("by hand") || act.name.contains("tag of the remote")
    if end == .wrong, isOver, combination.command == "run", try world.look().references["refs/tags/1.6.0"] != nil {
      return (.next, "")
    }
    // The first clone finds out, too, and does nothing twice.
    if end != .wrong, combination.place != .same, !act.removesWorkTree {
      let (later, why) = try follow(["finish", "--yes"], in: "work", since: try world.look(), act)
      if later == .wrong { (end, reason) = (.wrong, "then in the first clone: \(why)") }
    }
    return try checked(end, reason, in: combination.place.folder, act)
  }

  /// Checks what every good end has in common.
  private func checked(_ end: End, _ reason: String, in place: String, _ act: Act) throws -> (End, String) {
    if end == .wrong || act.removesWorkTree { return (end, reason) }
    if act.leavesWork, try !world.hasWork() { return (.wrong, "the user's work is lost") }
    let debris = try world.debris(in: place)
    return debris.isEmpty ? (end, reason) : (.wrong, "debris: \(debris)")
  }

  private func problems(_ state: PublicState, _ act: Act) -> [String] {
    state.problemsOfRelease(of: world.lane, isPushedByHand: act.name.contains("by hand"))
  }

  /// Gives the command, and follows the hints of its errors.
  private mutating func follow(
    _ words: [String], in place: String, since start: PublicState, _ act: Act
  ) throws -> (End, String) {
    var result = try world.martlet(words, in: place)
    return try follow(&result, of: words, in: place, since: start, act)
  }

  /// Follows the hints of errors until the end is good, or there is none to follow.
  private mutating func follow(
    _ result: inout CommandResult, of words: [String], in place: String, since start: PublicState, _ act: Act
  ) throws -> (End, String) {
    for step in 0..<6 {
      let state = try world.look()
      guard state.doubled.isEmpty else { return (.wrong, state.doubled.joined(separator: ", ")) }
      let problems = problems(state, act)
      let changes = state.problemsOfUntouched(since: start)
      if problems.isEmpty { return (step == 0 && result.succeeded ? .released : .stopped, "") }
      if result.succeeded {
        if changes.isEmpty { return (step == 0 ? .untouched : .stopped, "") }
        // The user has ended the run as it is.
        if world.hasEndedRun, !state.hasRecord { return (.stopped, "") }
        return (.wrong, "success, with \(problems) and \(changes)")
      }
      // A file that cannot be read is named with its place.
      guard let hint = Hint(in: result.errorText) else {
        let isNamed = result.errorText.contains("\n --> ") && changes.isEmpty
        return isNamed ? (.stopped, "") : (.wrong, "an error without a hint")
      }
      let hasFirstClone = !act.removesWorkTree
      guard let choice = hint.choice(knowing: state, hasFirstClone: hasFirstClone, using: &generator) else {
        return changes.isEmpty ? (.stopped, "") : (.wrong, "a hint without a command")
      }
      result =
        try follow(choice.commands, in: choice.isForFirstClone ? "work" : place) ?? world.martlet(words, in: place)
    }
    return (.wrong, "the hints do not lead out: \(problems(try world.look(), act))")
  }

  /// Types the commands of a hint.
  ///
  /// - Returns: The result of the last one if it resumes, undoes or ends a run.
  private func follow(_ commands: [String], in place: String) throws -> CommandResult? {
    for command in commands {
      guard command.hasPrefix("martlet ") else {
        _ = try world.follow(command, in: place)
        continue
      }
      let values = ["LANE": "release", "FOLDER": "../work/dist"]
      var words = command.split(separator: " ").dropFirst().map { values[String($0)] ?? String($0) }
      guard let first = words.first, ["run", "finish", "undo"].contains(first) else { continue }
      if !words.contains("--yes") { words.append("--yes") }
      return try world.martlet(words, in: place)
    }
    return nil
  }

  /// A user acts while a command of the lane runs.
  mutating func act(live act: Act, during command: String) throws {
    try world.restore()
    var result = try world.run(doing: act, during: command)
    let start = try world.look()
    var (end, reason) = try follow(&result, of: ["run", "release", "--yes"], in: "work", since: start, act)
    (end, reason) = try checked(end, reason, in: "work", act)
    tally.add(end, of: world.lane, Combination(act: act, place: .same, command: "during \(command)"))
    if end == .wrong {
      tally.findings.append("\(act.name) during \(command): \(reason)\n\(world.log.joined(separator: "\n"))")
    }
  }
}

/// What follows a kill.
struct Combination: CustomStringConvertible {
  let act: Act
  let place: Place
  let command: String

  static let all = Act.all.flatMap { act in
    Place.allCases.flatMap { place in
      ["run", "finish", "undo"].map { Combination(act: act, place: place, command: $0) }
    }
  }

  var description: String { "\(act.name), \(command) in the \(place.rawValue)" }
}

/// Elements in random order, each once before any comes again.
private struct Deck<Element> {
  private let all: [Element]
  private var left: [Element] = []

  init(_ all: [Element]) {
    self.all = all
  }

  mutating func next(using generator: inout SeededGenerator) -> Element? {
    if left.isEmpty { left = all.shuffled(using: &generator) }
    return left.popLast()
  }
}
