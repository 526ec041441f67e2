import Execution
import Lanes
import MartletCore

/// The state of a run as text, with the commands that are possible next.
struct RunStatusText {
  private let status: RunStatus
  private var record: RunRecord { status.record }
  private var assessment: RunAssessment { status.assessment }

  init(_ status: RunStatus) {
    self.status = status
  }

  /// The number of lines that a screen shows together with the command above them.
  private static let limit = 12

  /// Returns the summary and the possible commands.
  func rendered() -> String {
    let commands = commands.map { $0.escapedForTerminal() }
    return (lines(upTo: Self.limit - commands.count) + commands).joined(separator: "\n")
  }

  /// The heading, the entries that are done, unknown and left, and what is public.
  var summary: String { lines(upTo: Self.limit).joined(separator: "\n") }

  private func lines(upTo limit: Int) -> [String] {
    LineGroups(groups).lines(upTo: limit) { row("", "and \($0) more, see `martlet status --json`").joined() }
      .map { $0.escapedForTerminal() }
  }

  private var groups: [[String]] {
    var groups = [[heading]]
    if status.found != nil { groups.append(row("begun", "\(record.holder.description), in another clone")) }
    if record.isDamaged {
      groups.append(["  damaged   the journal; the state was read from the files, git and the remote instead"])
    }
    let isUndone = record.outcome == .undone
    if let ending = status.ending { groups.append(row("over", "it \(ending.phrase), in another process")) }
    groups.append(
      isUndoing
        ? row("not undone", summary(of: assessment.doneItems.filter(\.isRevertible)))
        : row(isUndone ? "not undone" : "done", summary(of: assessment.doneItems)))
    groups.append(
      assessment.items.flatMap { item in
        item.doubt.map { words in
          row("unknown", item.isCommand ? words : "\(item.entry.effect.summary.phrase): \(words)")
        } ?? []
      })
    if let work = assessment.unrecorded { groups.append(row(of: work)) }
    let hasRest = record.outcome == nil || record.outcome == .left
    if hasRest, !isUndoing, !isClaim, !assessment.isReleasedByOtherRun, status.ending == nil {
      groups.append(row("left", status.openEntries.map(\.effect.summary.phrase).joined(separator: ", ")))
    }
    if let difference = status.difference?.diagnostics.first {
      groups.append(row("changed", difference.message) + row("to fix", difference.hint ?? ""))
    }
    if let problem = status.problem { groups.append(row("unknown", problem)) }
    groups.append(releaseLines.flatMap { row("release", $0) })
    groups.append(record.posts.flatMap { row("post", "\($0.name) \($0.address ?? "")".trimmingTrailingBlanks()) })
    if record.outcome == nil || record.outcome == .done { groups.append([publicity]) }
    return groups
  }

  /// The heading, and what `martlet undo` would undo, the last entry first.
  var undoSummary: String {
    let items = assessment.doneItems.filter(\.isRevertible).reversed()
    return ([heading] + row("undo", summary(of: Array(items))) + [publicity]).map { $0.escapedForTerminal() }
      .joined(separator: "\n")
  }

  /// The commit or the tags that the journal does not have.
  private func row(of work: UnrecordedWork) -> [String] {
    if record.outcome == .done { return row("commit", "\(work) contains the files of the run") }
    return row("unknown", "\(work) contains the files of the run, and its journal does not have this commit")
  }

  /// Whether it is one of another clone of which nothing is public.
  private var isClaim: Bool { status.found?.isClaim == true }

  /// Whether undoing the run has begun and not ended.
  private var isUndoing: Bool { record.outcome == nil && record.isUndoing }

  /// The address of each release, once it is public, and the state of each of its assets.
  private var releaseLines: [String] {
    assessment.items.compactMap { item in
      guard case .openDraft(let draft) = item.entry.effect else { return nil }
      let place = "\(draft.release.tag) on \(draft.repository.kind.name) \(draft.repository.name)"
      let assets = assessment.items.compactMap { item -> String? in
        guard case .uploadAsset(let artifact, to: draft) = item.entry.effect else { return nil }
        if case .unknown = item.state { return "\(artifact.name) perhaps uploaded" }
        return "\(artifact.name) \(item.isDone ? "uploaded" : "not uploaded")"
      }
      let url = record.releases.first { $0.draft == draft }?.result.url
      return ([url ?? place] + assets).joined(separator: ", ")
    }
  }

  private var heading: String {
    let version = record.version.map { ", \($0.current)" } ?? ""
    return "run \(record.id) (`\(record.title)`\(version)) \(ending)"
  }

  private var ending: String {
    if let outcome = record.outcome { return outcome.phrase }
    if let worker = status.worker { return "is at work: \(worker)" }
    if record.isUndoing { return "was undone only in part" }
    if isClaim { return "did not finish: ended before anything was public" }
    if let failure = record.failure { return "stopped: \(failure)" }
    let count = record.entries.count
    if let open = assessment.openEntries.first { return "did not finish: ended at entry \(open.number) of \(count)" }
    return isComplete ? "finished, but was never marked as finished" : "did not finish: ended after entry \(count)"
  }

  /// Whether resuming has nothing left to perform.
  private var isComplete: Bool {
    status.openEntries.isEmpty && status.problem == nil && assessment.unrecorded == nil
  }

  private func row(_ title: String, _ text: String) -> [String] {
    text.isEmpty ? [] : ["  \(title.padded(to: 8))  \(text)"]
  }

  private func summary(of items: [RunAssessment.Item]) -> String {
    let paths = items.compactMap { item -> RelativePath? in
      if case .writeFile(let write) = item.entry.effect { write.path } else { nil }
    }
    let writes = Set(paths).count
    let rest = items.compactMap { item -> String? in
      if case .writeFile = item.entry.effect { return nil }
      return item.commit.map { "commit \($0.short)" } ?? item.entry.effect.summary.phrase
    }
    return ((writes == 0 ? [] : [writes == 1 ? "1 file" : "\(writes) files"]) + rest).joined(separator: ", ")
  }

  /// Whether only the user can find out if a command finished, or an announcement was sent.
  private var hasDoubt: Bool {
    assessment.items.contains { item in
      switch (item.entry.effect, item.state) {
      case (.runCommand, .overtaken), (.postMessage, .overtaken), (.postMessage, .unknown): true
      default: false
      }
    }
  }

  /// `status` sends no token to a forge, and `undo` does.
  private func endings(_ undo: Choice, _ end: Choice) -> [Choice] {
    if case .unknown(let subjects, _) = status.publicity, subjects.allSatisfy(\.isOnForge) {
      return [(undo.command, "undo it, if nothing is public"), end]
    }
    return [status.isUndoable ? undo : end]
  }

  private var publicity: String {
    switch status.publicity {
    case .nothing: record.outcome == nil ? "nothing is public yet" : "nothing is public"
    case .known(let subjects): "public: \(Self.list(subjects))"
    case .unknown(let subjects, _): "unknown whether this is public: \(Self.list(subjects))"
    }
  }

  /// Several pushes may have the same names.
  private static func list(_ subjects: [Publicity.Subject]) -> String {
    let phrases = subjects.map(\.phrase)
    return phrases.indices.filter { !phrases[..<$0].contains(phrases[$0]) }.map { phrases[$0] }.joined(separator: ", ")
  }

  /// The possible commands, one line each, with their descriptions in a column.
  private var commands: [String] {
    let choices = choices
    let width = choices.map(\.command.count).max().map { max($0, "martlet undo --keep".count) } ?? 0
    return choices.map { "  \($0.command.padded(to: width))  \($0.effect)" }
  }

  private typealias Choice = (command: String, effect: String)

  private var choices: [Choice] {
    let undo = ("martlet undo", "undo it")
    guard record.outcome == nil else {
      return record.outcome == .done && status.isUndoable ? [undo] : []
    }
    if let found = status.found {
      let condition = status.isHeld ? ", if that process is not at work any more" : ""
      if found.hasPushed { return [("martlet finish \(found.name.shellWord)", "finish it here\(condition)")] }
      let name = status.isHeld ? " \(found.name)" : ""
      return found.isClaim
        ? [("martlet undo\(name)", "remove what it has made\(condition)")]
        : [("martlet undo\(name) --keep", "end it without undoing it\(condition)")]
    }
    let end = ("martlet undo --keep", "end it without undoing it")
    if status.worker != nil { return [] }
    if let ending = status.ending {
      return [("martlet finish", "end it here\(ending == .undone ? ", and undo what it has changed here" : "")")]
    }
    if assessment.isReleasedByOtherRun { return [end] }
    if isUndoing {
      return [("martlet undo", "undo the rest"), ("martlet undo --keep", "end it and leave the rest as it is")]
    }
    if assessment.unrecorded != nil {
      return
        (status.publicity == .nothing
        ? [("git reset --soft HEAD~1", "undo the commit and keep its files")] : []) + [end]
    }
    let next =
      status.difference != nil || status.problem != nil && status.openEntries.isEmpty
      ? "finish it, once that is fixed"
      : status.openEntries.first.map { "finish from entry \($0.number), \($0.effect.summary.phrase)" } ?? "end it"
    let finish =
      hasDoubt
      ? [
        ("martlet finish --skip", "if what is unknown has happened"),
        ("martlet finish --repeat", "if it has not, to do it again"),
      ]
      : [("martlet finish", next)]
    return finish + endings(undo, end)
  }
}

extension RunAssessment.Item {
  /// Whether it runs a command, which its doubt names.
  fileprivate var isCommand: Bool { if case .runCommand = entry.effect { true } else { false } }

  /// Why it is unknown whether the entry was done; nil when it is known.
  fileprivate var doubt: String? {
    switch state {
    case .done, .notDone: nil
    case .partlyDone: "only partly done"
    case .overtaken(let error), .unknown(let error): error.firstMessage
    }
  }
}

extension Publicity.Subject {
  fileprivate var phrase: String {
    switch self {
    case .entry(let entry): entry.effect.summary.phrase
    case .trace(let name): name
    case .draft(let tag): "the release of \(tag)"
    }
  }
}
