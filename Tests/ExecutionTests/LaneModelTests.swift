import Testing

@testable import Execution

@Suite("What a command does about the run of a lane")
struct LaneModelTests {
  /// All states that can be reached, each with those that it leads to.
  private func reachable(from start: World) -> [World: [World]] {
    var found: [World: [World]] = [:]
    var open = [start]
    while let world = open.popLast() {
      guard found[world] == nil else { continue }
      let next = world.successors
      found[world] = next
      open += next
    }
    return found
  }

  /// Returns the steps of the clones up to a state that `isWrong` finds; nil if none can be reached.
  private func way(from start: World, to isWrong: (World) -> Bool) -> [String]? {
    var before: [World: World] = [:]
    var open = [start]
    while let world = open.popLast() {
      if isWrong(world) {
        return sequence(first: world) { before[$0] }.reversed().map { world in
          "\(world.clones.map { "\($0.step) run \($0.run)" }) head \(world.head.run) by \(world.head.holder)"
        }
      }
      for next in world.successors where next != start && before[next] == nil {
        before[next] = world
        open.append(next)
      }
    }
    return nil
  }

  @Test("lets no effect happen twice, and calls nothing released that is not, whoever dies or meddles")
  func safety() {
    let worlds = reachable(from: World())
    #expect(worlds.count > 10_000)
    #expect(way(from: World()) { $0.performed.contains { $0 > 1 } } == nil)
    #expect(worlds.keys.allSatisfy { $0.released != 0 || $0.performed.allSatisfy { $0 == 0 } })
    #expect(
      worlds.keys.allSatisfy { world in
        world.head.outcome != .done || !world.head.isReadable || world.performed.allSatisfy { $0 == 1 }
      })
  }

  @Test("leads on from every state: some command ends in a release with all effects, or in none with nothing left")
  func noDeadEnd() {
    let worlds = reachable(from: World(losses: 0))
    var good = Set(worlds.keys.filter(\.isGood))
    var before: [World: [World]] = [:]
    for (world, next) in worlds { for other in next { before[other, default: []].append(world) } }
    var open = Array(good)
    while let world = open.popLast() {
      for other in before[world] ?? [] where good.insert(other).inserted { open.append(other) }
    }
    // A user who has no command left proves nothing.
    let stuck = worlds.keys.first { !good.contains($0) && $0.commands > 1 && $0.acts > 0 }
    #expect(stuck == nil, "\(stuck.map { "\($0)" } ?? "")")
  }

  @Test("needs each of its rules: without one, the model finds an effect that happens twice", arguments: [0, 1, 2])
  func rules(index: Int) {
    var world = World(losses: 0)
    world.rules.remove(World.Rule.allCases[index])
    #expect(way(from: world) { $0.performed.contains { $0 > 1 } } != nil)
  }

  @Test("is decided for every state and command, and never begins beside an open run")
  func table() {
    let outcomes: [RunOutcome] = [.done, .undone, .left]
    let flags = [false, true]
    let open = flags.flatMap { pushed in
      flags.flatMap { held in
        flags.map { LaneState.Head.open(hasPushed: pushed, isHeld: held, isOwnRun: $0) }
      }
    }
    let heads: [LaneState.Head] = [.absent, .lost, .unreadable, .own, .free] + outcomes.map { .ended($0) } + open
    for head in heads {
      for own in LaneState.Own.allCases {
        for place in LaneState.Place.allCases {
          let state = LaneState(own: own, head: head, place: place)
          let moves = LaneState.Command.allCases.map { state.move(for: $0) }
          let isOpen = if case .open = head { true } else { own != .none || head == .lost || head == .unreadable }
          #expect(!isOpen || !moves.contains(.begin), "\(state)")
          // Looking at it differently does not help: `undo --keep` always leads out.
          let end = state.move(for: .end, takesOver: true)
          #expect(!isOpen || end == .end || { if case .settle = end { true } else { false } }(), "\(state)")
          // Only a user who names a run takes it from a process.
          if case .open(_, true, true) = head {
            #expect(Set(moves).isDisjoint(with: [.finish, .withdraw, .end]), "\(state)")
          }
        }
      }
    }
  }
}
