import Git
import Lanes
import MartletCore

/// Whether something of a run is public: one answer for `status`, `undo`, the rollback of a failed run, and every message.
package enum Publicity: Equatable, Sendable {
  /// Nothing is public, for certain.
  case nothing
  /// These are public.
  case known([Subject])
  /// These may be public: what happened could not be read, or is still under way.
  case unknown([Subject], reason: String)

  /// Something that is or may be public.
  package enum Subject: Hashable, Sendable {
    case entry(Plan.Entry)
    /// A commit or tag that reached a remote in another way, such as `tag 1.5.0 on origin`.
    case trace(String)
    /// A draft of that tag, which another user may have published.
    case draft(tag: String)

    /// Whether only the forge knows, which `undo` asks with the user's token.
    package var isOnForge: Bool {
      switch self {
      case .entry(let entry): if case .publishRelease = entry.effect { true } else { false }
      case .trace: false
      case .draft: true
      }
    }
  }

  /// Reads what is public of the entries of a run.
  ///
  /// - Parameters:
  ///   - work: A commit or tags of the run that its journal does not have.
  ///   - expectation: Knows where the run has pushed to.
  ///   - asksRemotes: False if nothing but the entries themselves can have pushed the commits and tags.
  init(
    of items: [RunAssessment.Item], and work: UnrecordedWork? = nil, expecting expectation: Expectation?,
    asksRemotes: Bool = true, in workspace: Workspace
  ) {
    let outward = items.filter(\.entry.effect.isOutward)
    let known = outward.filter(\.isKnownToBePublic)
    var doubts: [(Subject, String)] = outward.compactMap { item in
      item.doubt(expectation, workspace).map { (Subject.entry(item.entry), $0) }
    }
    guard known.isEmpty else {
      self = .known(known.map { .entry($0.entry) })
      return
    }
    do {
      if asksRemotes, let trace = try Traces(of: items, and: work).found(in: workspace) {
        self = .known([.trace(trace)])
        return
      }
    } catch {
      doubts += Traces(of: items, and: work).names.map { (Subject.trace($0), error.firstMessage) }
    }
    switch items.publishedDraft(in: workspace) {
    case .success(let release?):
      self = .known([.trace("release \(release.tag): \(release.page)")])
      return
    case .success(nil): break
    case .failure(let doubt): doubts.append((.draft(tag: doubt.tag), doubt.reason))
    }
    if let reason = doubts.first?.1 {
      self = .unknown(doubts.map { $0.0 }, reason: reason)
    } else {
      self = .nothing
    }
  }
}

extension Publicity.Subject {
  var place: PublicPlace { if case .entry(let entry) = self { entry.effect.value.publicPlace } else { .everywhere } }

  /// The name in errors.
  var name: String {
    switch self {
    case .entry(let entry): entry.effect.value.publicName ?? entry.step
    case .trace(let name): name
    case .draft(let tag): "the release of \(tag)"
    }
  }
}

extension RunAssessment.Item {
  fileprivate var isKnownToBePublic: Bool {
    switch state {
    case .done, .partlyDone: true
    case .notDone, .overtaken, .unknown: false
    }
  }

  /// Why the entry may be public; nil if it is known.
  fileprivate func doubt(_ expectation: Expectation?, _ workspace: Workspace) -> String? {
    switch state {
    // A tag has one public release, and that is another run's.
    case .done, .partlyDone, .overtaken(is ForeignRelease): return nil
    case .overtaken(let error), .unknown(let error): return error.firstMessage
    case .notDone:
      guard isSent, case .push(let remote, _) = change else { return isSent ? Self.underWay : nil }
      let addresses = workspace.pushAddresses(of: remote)
      guard let pushed = expectation?.addresses[remote], pushed != addresses else {
        return canArrive(in: workspace) ? Self.underWay : nil
      }
      return "the run pushed to \(pushed.quotedList), and `\(remote)` is now \(addresses.quotedList)"
    }
  }

  /// Whether its push, which was sent and has not arrived, still may. A server that has moved the branch since refuses it: git
  /// sends the commit that the branch has to be at ("old-oid" in gitprotocol-pack(5)).
  private func canArrive(in workspace: Workspace) -> Bool {
    guard case .pushRefs(let push) = entry.effect, push.isAtomic || push.refs.count == 1 else { return true }
    let expected = push.refs.compactMap { ref in ref.expected.map { (ref.destination, $0) } }
    guard !expected.isEmpty,
      let places = try? workspace.transport(to: push.remote)
        .referencesAtEachPlace(expected.map(\.0), of: push.remote)
    else { return true }
    return places.contains { found in expected.allSatisfy { found[$0.0] == $0.1 } }
  }

  private static let underWay = "it was sent, and may still arrive"
}

extension [RunAssessment.Item] {
  /// The release of a draft of the run that another user has published; nil if there is none.
  fileprivate func publishedDraft(in workspace: Workspace) -> Result<ForgeRelease?, DraftDoubt> {
    for item in self where item.isDone {
      guard case .release(let change) = item.change, case .draft = change, change.draft.repository.kind.hasDrafts
      else { continue }
      do {
        // A signal may have stopped the run.
        let release = try change.release(in: workspace, by: ForgeAccess(undoingIn: workspace))
        if let release, !release.isDraft { return .success(release) }
      } catch is ForeignRelease {
        // Another run has published that, and this draft is a draft.
      } catch {
        return .failure(DraftDoubt(tag: change.draft.release.tag, reason: error.firstMessage))
      }
    }
    return .success(nil)
  }
}

/// Why it is unknown whether a draft of the run was published.
private struct DraftDoubt: Error {
  let tag: String
  let reason: String
}

/// The commits and tags of a run, which anybody may have pushed.
private struct Traces {
  private let commits: [(id: ObjectID, branch: String?)]
  /// Nil objects: any tag of that name.
  private let tags: [(name: String, object: ObjectID?)]

  init(of items: [RunAssessment.Item], and work: UnrecordedWork?) {
    var commits: [(id: ObjectID, branch: String?)] = []
    var tags: [(name: String, object: ObjectID?)] = []
    for item in items {
      guard case .done = item.state else { continue }
      switch item.change {
      case .commit(let move): commits.append((move.commit, move.branch))
      case .tag(let name, let object): tags.append((name, object))
      default: break
      }
    }
    if let work {
      commits.append((work.commit, nil))
    }
    (self.commits, self.tags) = (commits, tags)
  }

  var names: [String] { commits.map { "commit \($0.id.short)" } + tags.map { "tag \($0.name)" } }

  /// Returns a description of the first commit or tag that is on a remote: on a branch as of the last fetch, or at one of
  /// its addresses now; nil for none.
  ///
  /// - Throws: The error of a remote that could not be read, if no other one has any.
  func found(in workspace: Workspace) throws -> String? {
    let repository = workspace.repository
    guard !commits.isEmpty || !tags.isEmpty else { return nil }
    // The signal that has stopped the run must not stop this look, too.
    let isStopping = workspace.interruption?.signal != nil
    let limit = isStopping ? GitTransport.lastLimit : nil
    let interruption = repository.interruption
    if isStopping { repository.interruption = nil }
    defer { repository.interruption = interruption }
    for (name, tip) in try repository.remoteBranches() {
      if let commit = try commits.first(where: { try repository.isAncestor($0.id, of: tip) }) {
        return "commit \(commit.id.short) in \(name)"
      }
    }
    let current = try workspace.head().branch
    let branches = Set(commits.compactMap { $0.branch ?? current }.map { "refs/heads/\($0)" })
    let names = branches.sorted() + tags.map { "refs/tags/\($0.name)" }
    guard !names.isEmpty else { return nil }
    var failure: (any Error)?
    for remote in repository.remoteNames() {
      do {
        for found in try workspace.transport(to: remote).referencesAtEachPlace(names, of: remote, within: limit) {
          if let tag = tags.first(where: { has($0, in: found) }) { return "tag \(tag.name) on \(remote)" }
          let tips = branches.compactMap { found[$0] }.filter { (try? repository.commit($0)) != nil }
          if let commit = try commits.first(where: { commit in
            try tips.contains { try repository.isAncestor(commit.id, of: $0) }
          }) {
            return "commit \(commit.id.short) on \(remote)"
          }
        }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return nil
  }

  private func has(_ tag: (name: String, object: ObjectID?), in found: [String: ObjectID]) -> Bool {
    guard let there = found["refs/tags/\(tag.name)"] else { return false }
    return tag.object.map { $0 == there } ?? true
  }
}

extension RunAssessment {
  /// Reads whether something of the run of `record` is public.
  package func publicity(of record: RunRecord, in workspace: Workspace) -> Publicity {
    Publicity(of: items, and: unrecorded, expecting: record.expectation, in: workspace)
  }
}
