import Git
import Lanes
import MartletTextEditing
import MartletVersioning

/// A stopped run that is being resumed or undone. No other run begins during that time.
package struct Recovery {
  /// The record when the lock was taken.
  package let record: RunRecord
  private let journal: RunJournal
  private let workspace: Workspace
  private let assessment: RunAssessment

  /// Takes the lock. Nothing is written before the run is resumed, undone or ended.
  ///
  /// - Throws: `ExecutionError.locked`, `.noSuchRun`, `.otherWorkTree`, `.newerJournal`, `.unreadableJournal`.
  package init(of id: RunID, in workspace: Workspace) throws {
    try workspace.trust.check(.write, before: "run \(id)")
    journal = try RunJournal(resuming: id, in: workspace)
    guard let record = journal.earlier else { throw ExecutionError.noSuchRun(id.string) }
    self.record = record
    self.workspace = workspace
    assessment = RunAssessment(of: record, in: workspace)
  }

  /// Whether an entry of the run is or may be public.
  package var mayBePublic: Bool { !assessment.publicItems.isEmpty }

  /// Removes the locks and temporary files that killed processes of the run left.
  ///
  /// - Returns: The locks, as paths relative to the git directory.
  package func removeLeftovers() -> [String] { record.removeLeftovers(in: workspace) }

  /// Returns the results of the run so far, ready to be resumed.
  ///
  /// - Parameters:
  ///   - announcements: What the user found out about channels whose announcement may have been sent, by name.
  ///   - check: Called with the entries that count as done, before anything is written.
  /// - Throws: The reason why an entry can be neither skipped nor performed, or the error of `check`; then nothing was
  ///   written.
  package func receipt(
    commands: RunAssessment.UnknownCommand = .refused, announcements: [String: AnnouncementVerdict] = [:],
    check: ([Plan.Entry]) throws -> Void = { _ in }
  ) throws -> Receipt {
    let items = try assessment.itemsToSkip(commands)
    try check(items.map(\.entry))
    // From here on this process can leave locks, which a later recovery identifies by the process ID.
    try journal.recordBeginning()
    var receipt = Receipt(journal)
    receipt.run.isTraced = record.start.trace != nil
    // If the user has the command repeated, the commands after it were never started.
    receipt.mayHaveStartedCommands = record.start.trace != nil && commands != .repeated
    receipt.run.verdicts = announcements
    for item in assessment.items { receipt.run.note(item) }
    receipt.isPartlyPublic = assessment.items.contains { if case .partlyDone = $0.state { true } else { false } }
    for item in items {
      try item.change.finish(in: workspace, journal.folder)
      let release = try release(of: item)
      let post = post(of: item)
      if !item.isJournalled { try record(item, release, post) }
      receipt.begin(item.entry, item.change)
      receipt.finish(item.entry.number)
      receipt.run.note(item.change)
      record.progress[item.entry.number]?.add(to: &receipt.run.result, of: item.entry.number)
      receipt.run.result.releases[item.entry.number] = release
      receipt.run.result.posts[item.entry.number] = post
    }
    return receipt
  }

  private func record(_ item: RunAssessment.Item, _ release: ReleaseResult?, _ post: String?) throws {
    try journal.record([
      .intended(entry: item.entry.number, change: item.change),
      .done(entry: item.entry.number, output: nil, release: release, post: post),
    ])
  }

  /// The release that `item` published: a process that was killed did not write it down.
  private func release(of item: RunAssessment.Item) throws -> ReleaseResult? {
    if let release = record.progress[item.entry.number]?.release { return release }
    guard case .release(let change) = item.change else { return nil }
    return try change.result(in: workspace)
  }

  /// The address of the announcement that `item` posted. Without it, the run can still be resumed.
  private func post(of item: RunAssessment.Item) -> String? {
    if let post = record.progress[item.entry.number]?.post { return post }
    guard !item.isJournalled, case .announcement(let attempt) = item.change else { return nil }
    return try? attempt.address(in: workspace)
  }

  /// The error about commits on top of the last one of the run; nil if there are none.
  package var commitsOnTop: ExecutionError? {
    for move in assessment.commits {
      guard let tip = try? workspace.repository.reference(named: move.reference) else { continue }
      if tip == move.commit { return nil }
      if (try? workspace.repository.isAncestor(move.commit, of: tip)) == true {
        return .commitsOnTop(move.branch, of: move.commit)
      }
    }
    return nil
  }

  /// Checks that nothing of the run is public, so that it can be undone.
  ///
  /// - Throws: `ExecutionError.alreadyPublic`, `.maybePublic`, `.unrecordedTag`, `.unrecordedCommit`.
  package func checkPrivate() throws {
    let known = assessment.knownPublicItems
    guard known.isEmpty else { throw ExecutionError.alreadyPublic(known.map(\.entry).map(\.publicName)) }
    if let work = assessment.unrecorded, case .seen(let name) = work.publicity {
      throw ExecutionError.alreadyPublic([name])
    }
    try assessment.refuseUnrecordedWork()
    for item in assessment.publicItems {
      if case .overtaken(let error) = item.state { throw error }
      guard case .unknown(let error) = item.state else { continue }
      throw ExecutionError.maybePublic(item.entry.publicName, reason: error.firstMessage)
    }
    if let name = try PublicTraces(of: assessment, in: workspace).first { throw ExecutionError.alreadyPublic([name]) }
    if let error = commitsOnTop { throw error }
  }

  /// Undoes the run.
  ///
  /// - Returns: What could not be undone, and why, one line each. If empty, the run is ended.
  /// - Throws: `ExecutionError.alreadyPublic`, `.maybePublic`, `.unrecordedTag`, `.unrecordedCommit`; then nothing was written.
  package func undo() throws -> [String] {
    try checkPrivate()
    var receipt = Receipt(journal)
    for item in assessment.items where record.progress[item.entry.number]?.isUndone != true {
      receipt.begin(item.entry, item.change)
    }
    return receipt.undo(in: workspace)
  }

  /// Ends the run without undoing anything.
  package func leave() {
    journal.note(.ended(outcome: .left))
    journal.folder.removeArtifacts()
  }
}

extension RunState {
  /// Notes what is known about an announcement of an earlier process.
  fileprivate mutating func note(_ item: RunAssessment.Item) {
    guard case .postMessage = item.entry.effect else { return }
    let number = item.entry.number
    switch item.state {
    case .notDone: knownOpenEntries.insert(number)
    case .overtaken(let error), .unknown(let error): doubts[number] = error
    case .done, .partlyDone: break
    }
    // An announcement that was certainly not sent begins again.
    if case .announcement(let attempt) = item.change, !item.isUndone { attempts[number] = attempt }
  }
}

extension RunRecord {
  fileprivate func removeLeftovers(in workspace: Workspace) -> [String] {
    guard origin.isOnMachine(of: RunOrigin(of: workspace)) else { return [] }
    var (references, objects): ([String], [ObjectID]) = ([], [])
    for change in progress.values.map(\.change) {
      switch change {
      case .commit(let move):
        references.append(move.reference)
        objects += [move.commit, move.parent]
      case .tag(let name, let object):
        references.append("refs/tags/\(name)")
        objects.append(object)
      case .nothing, .file, .export, .exportInto, .push, .outwardCommand, .release, .announcement, .package, .tree:
        break
      }
    }
    return processes.flatMap {
      workspace.repository.removeLeftovers(ofProcess: $0, lockedReferences: references, naming: objects)
    }
  }
}

extension Plan.Entry {
  /// A short description of its public changes.
  var publicName: String {
    switch effect {
    case .pushRefs(let push): "\(push.refs.map(\.shortName).joined(separator: ", ")) on \(push.remote)"
    case .runCommand(let run): "`\(run.line)`"
    case .release(.publishRelease(let publication)):
      "release \(publication.draft.release.tag) on \(publication.draft.repository.kind.displayName)"
    case .release(.publishPackage(let publication)): "package \(publication.title)"
    case .postMessage(let announcement): "the announcement on `\(announcement.name)`"
    case .publishTree(let publication): "\(publication.branch.name) of \(publication.branch.address)"
    case .writeFile, .writeArchive, .createCommit, .createTag, .showMessage, .release: step
    }
  }
}
