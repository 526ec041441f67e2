@testable import Execution

/// Two clones, whose users run commands one after the other, and the remote. The decision is `LaneState.move`, that of the program;
/// the model only performs the moves, each in the steps in which the program does.
struct World: Hashable {
  /// What can be switched off, to see that it is needed.
  enum Rule: CaseIterable {
    /// A move of the head is refused unless it is where the process has seen it.
    case comparison
    /// The head is moved before each effect.
    case announcement
    /// A record that is gone means that the effects are looked up.
    case doubt
  }

  /// The head reference of the lane.
  struct Head: Hashable {
    /// The run; 0: there is none, or it cannot be read.
    var run = 0
    var hasPushed = false
    var outcome: RunOutcome?
    /// The effects that are done, and the one that is begun.
    var done = 0
    var begun = false
    /// The clone that has the run.
    var holder = 0
    /// How earlier runs have ended.
    var former: [Int: RunOutcome] = [:]
    var isReadable = true
    var exists = false
  }

  enum Step: Hashable {
    case idle
    /// - Parameter takingOver: The clone whose process is dead, as the user knows, who is right about it; nil if the user has not
    ///   looked.
    case look(LaneState.Command, takingOver: Int?)
    case claim
    /// Makes the run that was seen that of this process.
    case resume
    case finish
    case stage
    case push
    case announce
    case perform
    case end
    /// Deletes what the run of the head has staged, then records that.
    case withdraw(thenRun: Bool)
    case unstage
    /// Reads whether the move has arrived whose answer was lost.
    indirect case check(then: Step, orElse: Step)
  }

  struct Clone: Hashable {
    var step = Step.idle
    /// The run in its journal that has not ended; 0: none.
    var run = 0
    var hasPushed = false
    var done = 0
    var begun = false
    /// Whether the head is as it wrote or read it last, and whether that is a state of its run.
    var knowsHead = false
    var ownsHead = false
    /// Whether HEAD has left the commit of the release.
    var hasMovedOn = false
    /// Whether its command has ended with "released".
    var saysReleased = false
    var isAtWork = false
  }

  static let effects = 2

  var head = Head()
  var clones = [Clone(), Clone()]
  var nextRun = 1
  /// The run whose tag is on the remote; 0: none.
  var released = 0
  var staged: Set<Int> = []
  var performed = [Int](repeating: 0, count: World.effects)
  var deaths = 1
  var losses = 1
  /// What another user may do to the head.
  var acts = 1
  var commands = 3
  var rules: Set<Rule> = Set(Rule.allCases)
}

// MARK: What the program sees

extension World {
  private func state(of clone: Int) -> LaneState {
    let own = clones[clone]
    let isOwn = own.ownsHead && head.outcome == nil
    let seen: LaneState.Head
    if !head.exists {
      seen = own.run == 0 && released != 0 && !hasFinishedHere(clone) ? .lost : .absent
    } else if !head.isReadable {
      seen = .unreadable
    } else if own.run != 0, isOwn {
      seen = .own
    } else if own.run != 0, let outcome = head.run == own.run ? head.outcome : head.former[own.run] {
      seen = .ended(outcome)
    } else if head.outcome != nil {
      seen = .free
    } else {
      seen = .open(
        hasPushed: head.hasPushed, isHeld: head.holder != clone, isOwnRun: head.run == own.run && own.run != 0)
    }
    let hasPushed = own.hasPushed || isOwn && head.hasPushed
    return LaneState(
      own: own.run == 0 ? .none : hasPushed ? .pushed : .begun, head: seen,
      place: own.hasMovedOn ? .elsewhere : own.run != 0 ? .atRelease : .beforeRelease)
  }

  private func hasFinishedHere(_ clone: Int) -> Bool { clones[clone].saysReleased }

  /// Whether nothing is left to do: released with all effects, or nothing of a run is anywhere.
  var isGood: Bool {
    let isOpen = head.exists && head.outcome == nil && head.isReadable
    return !isOpen && (released != 0 ? performed.allSatisfy { $0 == 1 } : staged.isEmpty)
  }
}

// MARK: Steps

extension World {
  var successors: [World] {
    var worlds: [World] = []
    for clone in clones.indices {
      if clones[clone].step == .idle {
        worlds += begun(clone)
        continue
      }
      let done = taking(clone)
      worlds.append(done)
      if losses > 0, done.head != head { worlds.append(losing(clone, done)) }
      if deaths > 0 { worlds += [dying(clone), done.dying(clone)] }
    }
    // While a process is at work, its next effect may be on its way: nothing can stop that.
    if acts > 0, head.exists, !clones.contains(where: \.isAtWork) { worlds += [deletingHead, damagingHead] }
    return worlds
  }

  /// The user types a command, and names the run only after a look at whose process is at work.
  private func begun(_ clone: Int) -> [World] {
    guard commands > 0 else { return [] }
    return [LaneState.Command.run, .finish, .undo].map { command in
      var world = self
      world.commands -= 1
      let isDead = head.exists && head.outcome == nil && !clones[head.holder].isAtWork
      world.clones[clone].step = .look(command, takingOver: isDead ? head.holder : nil)
      world.clones[clone].isAtWork = true
      return world
    }
  }

  private func dying(_ clone: Int) -> World {
    var world = self
    world.deaths -= 1
    world.clones[clone].step = .idle
    world.clones[clone].isAtWork = false
    return world
  }

  private func losing(_ clone: Int, _ done: World) -> World {
    var world = done
    world.losses -= 1
    world.clones[clone].step = .check(then: done.clones[clone].step, orElse: clones[clone].step)
    world.clones[clone].isAtWork = true
    return world
  }

  private var deletingHead: World {
    var world = self
    world.acts -= 1
    world.setHead(Head())
    return world
  }

  private var damagingHead: World {
    var world = self
    world.acts -= 1
    world.setHead(Head(isReadable: false, exists: true))
    return world
  }

  private mutating func setHead(_ new: Head) {
    head = new
    for index in clones.indices { (clones[index].knowsHead, clones[index].ownsHead) = (false, false) }
  }

  /// Moves the head from the state that the clone knows; false if it is another one.
  private mutating func move(_ clone: Int, _ change: (inout Head) -> Void) -> Bool {
    guard clones[clone].knowsHead || !rules.contains(.comparison) else { return false }
    var new = head.isReadable ? head : Head()
    change(&new)
    (new.exists, new.holder) = (true, clone)
    setHead(new)
    (clones[clone].knowsHead, clones[clone].ownsHead) = (true, true)
    return true
  }

  private mutating func stop(_ clone: Int) {
    clones[clone].step = .idle
    clones[clone].isAtWork = false
  }

  /// Ends the journal of a run that has nothing more to do here.
  private mutating func forget(_ clone: Int) {
    clones[clone].run = 0
    (clones[clone].hasPushed, clones[clone].done, clones[clone].begun) = (false, 0, false)
  }

  private func taking(_ clone: Int) -> World {
    var world = self
    world.take(clone)
    return world
  }

  private mutating func take(_ clone: Int) {
    let own = clones[clone]
    switch own.step {
    case .idle: break
    case .look(let command, let dead):
      clones[clone].knowsHead = true
      perform(
        state(of: clone).move(for: command, takesOver: dead == head.holder && !clones[head.holder].isAtWork),
        clone, command)
    case .claim:
      let (run, former) = (nextRun, ended)
      nextRun += 1
      guard move(clone, { $0 = Head(run: run, former: former) }) else { return stop(clone) }
      clones[clone].run = run
      clones[clone].step = .stage
    case .resume: resume(clone)
    case .finish: finish(clone)
    case .stage:
      staged.insert(own.run)
      clones[clone].step = .push
    case .push:
      guard released == 0, own.knowsHead || !rules.contains(.comparison) else {
        clones[clone].step = .unstage
        return
      }
      let run = own.run
      let former = head.former
      _ = move(clone) { $0 = Head(run: run, hasPushed: true, former: former) }
      released = run
      clones[clone].hasPushed = true
      clones[clone].step = .announce
    case .announce:
      guard own.done < Self.effects else {
        clones[clone].step = .end
        return
      }
      if rules.contains(.announcement) {
        let (run, done, former) = (own.run, own.done, head.former)
        guard
          move(clone, { $0 = Head(run: run, hasPushed: true, done: done, begun: true, former: former) })
        else { return stop(clone) }
      }
      clones[clone].begun = true
      clones[clone].step = .perform
    case .perform:
      performed[own.done] += 1
      (clones[clone].done, clones[clone].begun) = (own.done + 1, false)
      clones[clone].step = .announce
    case .end:
      guard move(clone, { $0.outcome = .done }) else { return stop(clone) }
      forget(clone)
      clones[clone].saysReleased = true
      stop(clone)
    case .withdraw(let thenRun):
      guard own.knowsHead else { return stop(clone) }
      staged.remove(head.run)
      guard move(clone, { $0.outcome = .undone }) else { return stop(clone) }
      clones[clone].step = thenRun ? .claim : .idle
      if !thenRun { stop(clone) }
    case .unstage:
      staged.remove(own.run)
      if own.ownsHead, own.knowsHead, head.outcome == nil { _ = move(clone) { $0.outcome = .undone } }
      forget(clone)
      stop(clone)
    case .check(let then, let orElse):
      clones[clone].step = own.knowsHead ? then : orElse
      if clones[clone].step == .idle { stop(clone) }
    }
  }

  /// The ended runs that the next head names.
  private var ended: [Int: RunOutcome] {
    var former = head.former
    if let outcome = head.outcome { former[head.run] = outcome }
    return former
  }

  private mutating func perform(_ move: LaneMove, _ clone: Int, _ command: LaneState.Command) {
    switch move {
    case .begin: clones[clone].step = .claim
    case .resume: clones[clone].step = .resume
    case .finish: clones[clone].step = .finish
    case .undo: clones[clone].step = clones[clone].hasPushed ? .idle : .unstage
    case .withdraw: clones[clone].step = .withdraw(thenRun: command == .run)
    case .end, .record, .stop: stop(clone)
    case .settle(let outcome):
      if outcome == .undone { staged.remove(clones[clone].run) }
      forget(clone)
      clones[clone].saysReleased = outcome == .done
      clones[clone].step = command == .run ? .look(.run, takingOver: nil) : .idle
    }
    if clones[clone].step == .idle { stop(clone) }
  }

  /// Goes on with the run of this clone: by the head, or if that is gone, by its journal.
  private mutating func resume(_ clone: Int) {
    let isOwn = clones[clone].ownsHead
    if isOwn, head.hasPushed { takeMarks(clone) }
    if !isOwn, clones[clone].hasPushed, rules.contains(.doubt) { lookUp(clone) }
    let own = clones[clone]
    let hasPushed = own.hasPushed
    let former = head.former
    guard
      move(clone, { $0 = Head(run: own.run, hasPushed: hasPushed, done: own.done, begun: own.begun, former: former) })
    else { return stop(clone) }
    clones[clone].step = hasPushed ? .announce : .stage
  }

  /// Finishes the release from its tag.
  private mutating func finish(_ clone: Int) {
    clones[clone].run = head.run
    takeMarks(clone)
    guard move(clone, { _ in }) else { return stop(clone) }
    clones[clone].step = .announce
  }

  /// Takes what the head says, and looks up the effect that it calls begun.
  private mutating func takeMarks(_ clone: Int) {
    (clones[clone].hasPushed, clones[clone].done) = (true, max(head.done, clones[clone].done))
    if head.begun, performed[head.done] > 0 { clones[clone].done = max(clones[clone].done, head.done + 1) }
    clones[clone].begun = false
  }

  /// The user looks at each effect.
  private mutating func lookUp(_ clone: Int) {
    clones[clone].done = performed.firstIndex(of: 0) ?? Self.effects
    clones[clone].begun = false
  }
}
