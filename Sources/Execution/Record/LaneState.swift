/// What this clone and the remote say of a lane, as far as it decides what a command does next.
///
/// Nothing else decides that: the commands look, ask for the move, perform it, and look again after one that only settles. The tests
/// enumerate the moves with several processes, deaths, lost answers and foreign acts (`LaneModelTests`).
package struct LaneState: Hashable, Sendable {
  /// What a user asks for.
  package enum Command: Hashable, Sendable, CaseIterable {
    case run, finish, undo
    /// `undo --keep`.
    case end
  }

  /// The run of this clone that has not ended, as its journal says.
  package enum Own: Hashable, Sendable, CaseIterable {
    case none
    case begun
    case pushed
  }

  /// What the head reference of the lane says.
  package enum Head: Hashable, Sendable {
    /// There is none: the lane has no run yet.
    case absent
    /// There is none, although the newest release says that it has one: another user has deleted it.
    case lost
    /// It cannot be read: another user has damaged it.
    case unreadable
    /// The open run of this clone, as it left it.
    case own
    /// The open run of another process; of another clone's run, or of this one's, which another process has taken over.
    case open(hasPushed: Bool, isHeld: Bool, isOwnRun: Bool)
    /// The run of this clone has ended in another process.
    case ended(RunOutcome)
    /// All runs that it knows have ended, and none of them is that of this clone.
    case free
  }

  /// HEAD and the values on the command line, compared with the open release, or with the last one.
  package enum Place: Hashable, Sendable, CaseIterable {
    /// HEAD is the commit of the release.
    case atRelease
    /// HEAD is the commit before the release.
    case beforeRelease
    case elsewhere
    /// The command names another version, or other values of parameters.
    case otherValues
  }

  package var own: Own
  package var head: Head
  package var place: Place

  package init(own: Own, head: Head, place: Place) {
    (self.own, self.head, self.place) = (own, head, place)
  }
}

/// What a command does next about the run of a lane.
package enum LaneMove: Hashable, Sendable {
  /// Begins a run, which claims the lane from the state of the head that was seen.
  case begin
  /// Resumes the run of this clone in its own tree.
  case resume
  /// Finishes the release from its tag.
  case finish
  /// Undoes the run of this clone.
  case undo
  /// Removes what a run has staged that has not pushed, and records that it was undone. `run` begins after it.
  case withdraw
  /// Records that the run has ended, and leaves everything as it is.
  case end
  /// Ends the run of this clone as it has ended elsewhere. `run` looks again after it.
  case settle(RunOutcome)
  /// Records that the run of this clone has ended, which the process that ended it could not. `run` looks again after it.
  case record(RunOutcome)
  case stop(Obstacle)

  package enum Obstacle: Hashable, Sendable {
    /// No run is open.
    case nothing
    /// The last run of the lane has released what HEAD would release.
    case released
    /// A process may be at work on the run.
    case held
    /// The lane has the run of another clone.
    case otherRun
    /// The lane has another release that is pushed and not finished.
    case otherRelease
    /// The run of this clone was begun with other values.
    case otherValues
    /// The head cannot be read.
    case unreadable
    /// The head is gone, so it is unknown whether the newest release is finished.
    case lost
    /// Only its own clone can finish a run that has not pushed.
    case notPushed
    /// What is public is not undone.
    case isPublic
  }
}

extension LaneState {
  /// Returns what `command` does.
  ///
  /// - Parameter takesOver: Whether the user has named the run, because its process is not at work any more.
  package func move(for command: Command, takesOver: Bool = false) -> LaneMove {
    switch (own, head) {
    case (_, .ended(let outcome)) where own != .none: .settle(outcome)
    case (.none, .open(let hasPushed, let isHeld, _)):
      move(for: command, hasPushed: hasPushed, isHeld: isHeld && !takesOver)
    case (.none, .unreadable): command == .end ? .end : .stop(.unreadable)
    case (.none, .lost): command == .end ? .end : .stop(.lost)
    case (.none, .free) where command == .run && place == .beforeRelease: .stop(.released)
    case (.none, _): command == .run ? .begin : .stop(.nothing)
    case (_, .open(let hasPushed, let isHeld, true)):
      move(for: command, hasPushed: hasPushed, isHeld: isHeld && !takesOver)
    case (_, .open(_, _, false)): command == .end ? .end : command == .undo ? .undo : .stop(.otherRun)
    case (.begun, _): moveHere(for: command)
    case (.pushed, _): moveAfterPush(for: command)
    }
  }

  /// The open run is that of another process. Before the push, it is removed, and after it finished.
  private func move(for command: Command, hasPushed: Bool, isHeld: Bool) -> LaneMove {
    switch (command, hasPushed) {
    case (.finish, false): .stop(.notPushed)
    case (.undo, true): .stop(.isPublic)
    case (.run, true) where !isSameRelease: .stop(.otherRelease)
    case _ where isHeld: .stop(.held)
    case (.run, false), (.undo, false): .withdraw
    case (.run, true), (.finish, true): .finish
    case (.end, _): .end
    }
  }

  /// The run is that of this clone, and has not pushed.
  private func moveHere(for command: Command) -> LaneMove {
    switch command {
    case .run: place == .otherValues ? .stop(.otherValues) : .resume
    case .finish: .resume
    case .undo: .undo
    case .end: .end
    }
  }

  /// The run is that of this clone, and its tag is the release. Its own tree serves while HEAD is the release's commit.
  private func moveAfterPush(for command: Command) -> LaneMove {
    switch command {
    case .run: isSameRelease ? rest : .stop(.otherRelease)
    case .finish: rest
    case .undo: .undo
    case .end: .end
    }
  }

  private var rest: LaneMove { place == .atRelease ? .resume : .finish }

  private var isSameRelease: Bool { place == .atRelease || place == .beforeRelease }
}
