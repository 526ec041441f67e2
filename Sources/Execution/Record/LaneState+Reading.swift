import Git
import Lanes
import MartletCore

extension LaneState.Head {
  /// - Parameter own: The run of this clone that has not ended; nil for none.
  init(_ head: LaneHead, of own: RunRecord?, in workspace: Workspace) {
    switch head {
    case .absent: self = .absent
    case .unreadable: self = .unreadable
    case .found(let found):
      if let own, own.ownStates.contains(found.state), found.record.outcome == nil {
        self = .own
      } else if let own, let outcome = head.ending(of: own.id) {
        // Each user who may push any reference may have written that.
        let isContradicted =
          outcome == .done && workspace.shows(openReleaseOf: own) || outcome == .undone && !own.pushedReferences.isEmpty
        self = isContradicted ? .free : .ended(outcome)
      } else if found.record.outcome == .done, let own, own.isReleased(by: found.record),
        !workspace.shows(openReleaseOf: own)
      {
        self = .ended(.done)
      } else if found.record.outcome != nil {
        self = .free
      } else {
        self = .open(
          hasPushed: found.hasPushed, isHeld: found.isHeld(seenFrom: workspace), isOwnRun: found.record.id == own?.id)
      }
    }
  }
}

extension LaneState {
  /// - Parameters:
  ///   - own: The run of this clone that has not ended; nil for none.
  ///   - isLost: Whether the newest release of the lane says that there is a head.
  ///   - place: Returns where HEAD is, of the references that the open release has pushed.
  package init(
    of own: RunRecord?, _ head: LaneHead, isLost: Bool = false, in workspace: Workspace,
    place: (RunRecord) throws -> Place
  ) rethrows {
    self.head = isLost && head.state == nil ? .lost : Head(head, of: own, in: workspace)
    let isOwn = if case .own = self.head { true } else { false }
    let hasPushed = own.map { !$0.pushedReferences.isEmpty || isOwn && head.found?.hasPushed == true } ?? false
    self.own = own == nil ? .none : hasPushed ? .pushed : .begun
    let isOther = if case .open = self.head { true } else { own == nil }
    self.place = try (isOther ? head.found?.record : own).map(place) ?? .elsewhere
  }
}

extension RunRecord {
  /// Whether `other` has pushed the tags that this run made: two clones that release one commit can make the same objects.
  fileprivate func isReleased(by other: RunRecord) -> Bool {
    var tags: [String: ObjectID] = [:]
    for case .tag(let name, let object) in progress.values.map(\.change) { tags["refs/tags/\(name)"] = object }
    return !tags.isEmpty && tags.allSatisfy { other.pushedReferences[$0.key] == $0.value }
  }
}

extension Workspace {
  /// Returns where HEAD is, compared with the release of `record`.
  ///
  /// - Parameter remote: That of the head. A record can name another one.
  package func place(ofHeadBeside record: RunRecord, on remote: String?) throws -> LaneState.Place {
    guard let head = try head().commit, let commit = try releasedCommit(of: record, on: remote) else {
      return .elsewhere
    }
    if head == commit { return .atRelease }
    let count = record.doneEntries.count { if case .createCommit = $0.effect { true } else { false } }
    guard count > 0, try repository.hasCommit(commit) else { return .elsewhere }
    let line = try repository.line(of: count, to: commit)
    return line.count > count && line.first == head ? .beforeRelease : .elsewhere
  }

  /// The commit of the release, which this clone may not have; nil if the remote does not show it.
  private func releasedCommit(of record: RunRecord, on remote: String?) throws -> ObjectID? {
    let references = record.pushedReferences
    if let branch = references.filter({ $0.key.hasPrefix("refs/heads/") }).min(by: { $0.key < $1.key }) {
      if try !repository.hasCommit(branch.value) { try fetch(references.keys.sorted(), from: remote) }
      return branch.value
    }
    guard let tag = references.min(by: { $0.key < $1.key }) else { return nil }
    if try !repository.hasObject(tag.value) { try fetch([tag.key], from: remote) }
    guard try repository.hasObject(tag.value) else { return nil }
    return try repository.commit(peeledFrom: tag.value)
  }

  /// Fetches what the references name now. One that is gone or has moved is another matter: `PushDifference`.
  private func fetch(_ names: [String], from remote: String?) throws {
    guard let remote else { return }
    let transport = try transport(to: remote)
    for name in try transport.references(names, of: remote).keys.sorted() { try transport.download(name, of: remote) }
  }
}
