import TestSupport
import Testing

/// The protocol of the record as a model, checked in every order of steps, with a crash at any of them, and a lost answer of the
/// server to any move.
///
/// A run claims the lane, then pushes the release together with its record, then performs effects on servers. Before each effect
/// the process moves the record from the state that it knows ("about to perform effect n, all before are done"), and at the end
/// it deletes it. Without an answer it reads the record. Another process resumes the run from the record once its last process
/// has ended: the effect that the record names may have happened, so the user looks, and the process performs it or not. Each
/// state of the reference is a number that is used once.
private struct Model: Hashable {
  /// What a process does next.
  enum Step: Hashable {
    /// Creates the record.
    case claim
    case push
    /// Moves the record to "about to perform".
    case announce(effect: Int)
    case perform(effect: Int)
    case remove
    /// Reads the record, to resume the run.
    case read
    /// Reads the record, because the answer to its move was lost; then goes on if the move arrived.
    indirect case check(then: Step)
    case stopped
    case ended
  }

  struct Process: Hashable {
    var step: Step
    /// The state of the record that it wrote or read last; 0: none.
    var known = 0
    var isAlive = true
  }

  static let effects = 2

  /// The state that the reference has; 0: there is none.
  var reference = 0
  /// The effect that the record names; -1 before the first one.
  var announced = -1
  /// The process that has the record.
  var holder = 0
  var nextState = 1
  var isPublic = false
  var performed = [Int](repeating: 0, count: Model.effects)
  var processes: [Process]
  var crashesLeft = 1
  var lostAnswersLeft = 1

  init(processes: Int) {
    self.processes = (0..<processes).map { _ in Process(step: .claim) }
  }

  /// The states that one step of one process can lead to.
  var successors: [Model] {
    processes.indices.filter { processes[$0].isAlive }.flatMap { index in
      let done = taking(index)
      var all = done.map { [$0] } ?? []
      if lostAnswersLeft > 0, let moved = done, moved.reference != reference { all.append(moved.losingAnswer(index)) }
      if crashesLeft > 0, ![.stopped, .ended].contains(processes[index].step) {
        // It ends before its step, or right after it.
        all += ([self] + all).map { $0.crashing(index) }
      }
      return all
    }
  }

  private func crashing(_ index: Int) -> Model {
    var model = self
    model.crashesLeft -= 1
    model.processes[index].isAlive = false
    return model
  }

  /// This state, in which process `index` does not know whether its move has arrived.
  private func losingAnswer(_ index: Int) -> Model {
    var model = self
    model.lostAnswersLeft -= 1
    model.processes[index].step = .check(then: model.processes[index].step)
    return model
  }

  /// Moves the reference for process `index`; nil if it is not at the state that the process knows.
  private mutating func move(_ index: Int, to announced: Int?) -> Bool {
    guard reference == processes[index].known else { return false }
    reference = announced == nil ? 0 : nextState
    if announced != nil { nextState += 1 }
    (self.announced, holder) = (announced ?? -1, index)
    processes[index].known = reference
    return true
  }

  private func taking(_ index: Int) -> Model? {
    var model = self
    switch processes[index].step {
    case .claim:
      // A clone that has the tag finds nothing to release.
      guard !isPublic || reference != 0 else {
        model.processes[index].step = .ended
        return model
      }
      model.processes[index].known = 0
      model.processes[index].step = model.move(index, to: -1) ? .push : .read
    case .push:
      // One atomic push: the record is where it was left, and the tag is new.
      guard !isPublic, model.move(index, to: -1) else {
        model.processes[index].step = .stopped
        return model
      }
      model.isPublic = true
      model.processes[index].step = .announce(effect: 0)
    case .announce(let effect):
      model.processes[index].step = model.move(index, to: effect) ? .perform(effect: effect) : .stopped
    case .perform(let effect):
      model.performed[effect] += 1
      model.processes[index].step = effect + 1 < Self.effects ? .announce(effect: effect + 1) : .remove
    case .remove:
      model.processes[index].step = model.move(index, to: nil) ? .ended : .stopped
    case .read:
      guard reference != 0 else {
        model.processes[index].step = .ended
        return model
      }
      // It waits while the process of the record may be at work.
      guard !processes[holder].isAlive || holder == index else { return nil }
      model.processes[index].known = reference
      guard isPublic else {
        // A bare claim is removed, and the run begins again.
        guard model.move(index, to: nil) else { return nil }
        model.processes[index].step = .claim
        return model
      }
      // The user looks whether the effect has happened. The move makes this process the only one that goes further.
      guard model.move(index, to: announced) else { return nil }
      let isDone = announced < 0 || performed[announced] > 0
      let next = announced + (isDone ? 1 : 0)
      model.processes[index].step = next == Self.effects ? .remove : .announce(effect: next)
    case .check(let next):
      model.processes[index].step = reference == processes[index].known ? next : .stopped
    case .stopped, .ended: return nil
    }
    return model
  }

  /// Whether all is done and the record is gone.
  var isComplete: Bool { reference == 0 && performed == [Int](repeating: 1, count: Self.effects) }
}

@Suite("The protocol of a run's record")
struct RecordProtocolTests {
  /// All states that can be reached.
  private func reachable(from start: Model) -> Set<Model> {
    var (seen, open) = (Set([start]), [start])
    while let model = open.popLast() {
      for next in model.successors where seen.insert(next).inserted { open.append(next) }
    }
    return seen
  }

  @Test("lets no effect happen twice, whichever of the processes ends at whichever step", arguments: [1, 2])
  func atMostOnce(processes: Int) {
    let states = reachable(from: Model(processes: processes))
    #expect(states.count > 10 * processes)
    #expect(states.allSatisfy { $0.performed.allSatisfy { $0 < 2 } })
    // An effect is performed only after the push.
    #expect(states.allSatisfy { $0.isPublic || $0.performed.allSatisfy { $0 == 0 } })
  }

  @Test("ends complete if one process is left, which may begin after all others have ended", arguments: [2])
  func complete(processes: Int) {
    for state in reachable(from: Model(processes: processes)) where state.successors.isEmpty {
      guard state.processes.contains(where: \.isAlive) else { continue }
      #expect(state.isComplete || !state.isPublic, "\(state)")
    }
  }

  @Test("finds the mistakes that it is there for: a move without a comparison, an effect without a move")
  func mistakes() {
    // Two processes that both believe to have the record would perform an effect twice.
    var model = Model(processes: 2)
    model.isPublic = true
    (model.reference, model.nextState) = (1, 2)
    for index in 0..<2 { model.processes[index] = Model.Process(step: .perform(effect: 0), known: 1) }
    #expect(reachable(from: model).contains { $0.performed.contains(2) })
  }

  @Test("is that of the program: the moves of the reference on the server, in order")
  func moves() throws {
    let project = try StrangeProject()
    try project.write(
      "Releasefile",
      """
      project: Cool
      manifests: [{plain: VERSION}]
      lanes:
        release:
          steps:
            - bump: minor
            - commit
            - tag
            - push
            - run: {shell: 'echo one >> ../order', outward: true}
            - run: {shell: 'echo two >> ../order', outward: true}

      """)
    try project.shell("git commit -q -a -m Lanes; git push -q origin main")
    try project.write(
      "../origin.git/hooks/post-receive",
      """
      #!/bin/sh
      while read -r old new name; do
        case "$name" in refs/martlet/*) ;; *) continue ;; esac
        kind=move
        case "$old" in *[!0]*) ;; *) kind=claim ;; esac
        case "$new" in *[!0]*) ;; *) kind=remove ;; esac
        echo "$kind" >> \(project.folder)/../order
      done

      """)
    try project.shell("chmod +x ../origin.git/hooks/post-receive")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.shell("cat ../order") == "claim\nmove\nmove\none\nmove\ntwo\nremove")
  }
}
