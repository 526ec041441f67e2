import Git
import Lanes
import TextEditing
import Versioning

/// A run that has stopped, taken up to be finished or taken back. No other run begins meanwhile.
package struct Recovery {
  /// What is to be done about a command that others may see the work of, when nobody knows whether it ended.
  package enum UnknownCommand: Sendable {
    case refused, skipped, repeated
  }

  /// What its journal said when it was taken up.
  package let record: RunRecord
  private let journal: RunJournal
  private let workspace: Workspace
  /// The locks of a process that was killed, which are gone now.
  package let removedLocks: [String]

  /// Takes the lock, and removes what the run's processes left in git's way.
  ///
  /// - Throws: `ExecutionError.locked`, `.noSuchRun`, `.otherWorkTree`, `.newerJournal`, `.unreadableJournal`.
  package init(of id: RunID, in workspace: Workspace) throws {
    journal = try RunJournal(resuming: id, in: workspace)
    guard let record = journal.earlier else { throw ExecutionError.noSuchRun(id.string) }
    self.record = record
    self.workspace = workspace
    removedLocks = record.removeLeftovers(in: workspace)
  }

  /// What the run has made so far, ready to be gone on with.
  ///
  /// - Throws: what keeps an entry from being told as done or not done.
  package func receipt(commands: UnknownCommand = .refused) throws -> Receipt {
    var receipt = Receipt(journal)
    // Whoever says that one is to be repeated says that those behind it were never begun.
    receipt.doubtsCommands = record.start.trace != nil && commands != .repeated
    var run = RunState(in: journal.folder)
    for item in RunAssessment(of: record, in: workspace).items {
      switch item.state {
      case .notDone: continue
      case .partlyDone:
        receipt.isPartlyPublic = true
        continue
      case .unknown(let error): throw error
      case .overtaken(let error):
        guard case .outwardCommand = item.change, commands != .refused else { throw error }
        if commands == .repeated { continue }
      case .done: break
      }
      try item.change.settle(in: workspace, journal.folder)
      if !item.isJournalled { try record(item) }
      receipt.begin(item.entry, item.change)
      receipt.finish(item.entry.number)
      run.note(item.change)
      if let output = record.progress[item.entry.number]?.output { run.result.outputs[item.entry.number] = output }
    }
    receipt.result = run.result
    receipt.references = run.references
    return receipt
  }

  private func record(_ item: RunAssessment.Item) throws {
    try journal.record([
      .intended(entry: item.entry.number, change: item.change), .done(entry: item.entry.number, output: nil),
    ])
  }

  /// Takes back what the run has done.
  ///
  /// - Returns: what could not be taken back, and why, a line each; the run is ended when there is nothing.
  /// - Throws: `ExecutionError.alreadyPublic`.
  package func undo() throws -> [String] {
    let assessment = RunAssessment(of: record, in: workspace)
    guard assessment.publicItems.isEmpty else {
      throw ExecutionError.alreadyPublic(assessment.publicItems.map(\.entry).map(\.publicName))
    }
    if let name = try PublicTraces(of: assessment, in: workspace).first { throw ExecutionError.alreadyPublic([name]) }
    var receipt = Receipt(journal)
    for item in assessment.items where record.progress[item.entry.number]?.isTakenBack != true {
      receipt.begin(item.entry, item.change)
    }
    return receipt.takeBack(in: workspace)
  }

  /// Ends the run and leaves everything as it is.
  package func leave() {
    journal.note(.ended(outcome: .left))
  }
}

extension RunRecord {
  /// Removes the locks and drafts that the run's processes left when they were killed.
  fileprivate func removeLeftovers(in workspace: Workspace) -> [String] {
    guard origin.host == RunOrigin(of: workspace).host else { return [] }
    var (references, objects): ([String], [ObjectID]) = ([], [])
    for change in progress.values.map(\.change) {
      switch change {
      case .commit(let move):
        references.append(move.reference)
        objects += [move.commit, move.parent]
      case .tag(let name, let object):
        references.append("refs/tags/\(name)")
        objects.append(object)
      case .nothing, .file, .export, .exportInto, .push, .outwardCommand: break
      }
    }
    return processes.flatMap {
      workspace.repository.removeLeftovers(ofProcess: $0, lockedReferences: references, naming: objects)
    }
  }
}

extension Plan.Entry {
  /// What others see of it, for people.
  var publicName: String {
    switch effect {
    case .pushRefs(let push): "\(push.refs.map(\.shortName).joined(separator: ", ")) on \(push.remote)"
    case .runCommand(let run): "`\(run.line)`"
    case .writeFile, .writeArchive, .createCommit, .createTag, .showMessage: step
    }
  }
}
