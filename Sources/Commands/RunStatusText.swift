import Execution
import Lanes
import TextEditing

/// What has become of a run, for the person who has to go on with it.
struct RunStatusText {
  private let record: RunRecord
  private let assessment: RunAssessment

  init(_ record: RunRecord, _ assessment: RunAssessment) {
    self.record = record
    self.assessment = assessment
  }

  /// The heading, what is done, unknown and left, what is public, and the commands that are possible now.
  func rendered() -> String {
    var lines = [heading]
    if record.isDamaged { lines.append("  damaged   the journal; the files, git and the remote were asked instead") }
    lines += row("done", summary(of: assessment.doneItems))
    for item in assessment.items {
      if let words = item.doubt { lines += row("unknown", "\(item.entry.phrase): \(words)") }
    }
    if record.outcome != .done { lines += row("left", assessment.openEntries.map(\.phrase).joined(separator: ", ")) }
    if record.outcome == nil || record.outcome == .done { lines.append(publicity) }
    return (lines + commands).map { $0.escapedForTerminal() }.joined(separator: "\n")
  }

  private var heading: String {
    let version = record.version.map { ", \($0.current)" } ?? ""
    let name = record.isKept ? "run \(record.id)" : "the run whose journal is gone"
    return "\(name) (`\(record.title)`\(version)) \(ending)"
  }

  private var ending: String {
    switch record.outcome {
    case .done: return "is done"
    case .takenBack: return "has been taken back"
    case .left: return "was ended as it was"
    case nil:
      if let failure = record.failure { return "stopped: \(failure)" }
      let count = record.entries.count
      return assessment.openEntries.first.map { "did not finish: ended at entry \($0.number) of \(count)" }
        ?? "has done all it was to do, and did not say so"
    }
  }

  private func row(_ title: String, _ text: String) -> [String] {
    text.isEmpty ? [] : ["  \(title.padded(to: 8))  \(text)"]
  }

  private func summary(of items: [RunAssessment.Item]) -> String {
    let writes = items.count { if case .writeFile = $0.entry.effect { true } else { false } }
    let rest = items.compactMap { item -> String? in
      if case .writeFile = item.entry.effect { return nil }
      return item.commit.map { "commit \($0.short)" } ?? item.entry.phrase
    }
    return ((writes == 0 ? [] : [writes == 1 ? "1 file" : "\(writes) files"]) + rest).joined(separator: ", ")
  }

  private var publicity: String {
    let names = assessment.publicItems.filter { item in
      if case .done = item.state { true } else { item.isPartlyDone }
    }
    return names.isEmpty ? "nothing is public yet" : "public: \(names.map(\.entry.phrase).joined(separator: ", "))"
  }

  private var commands: [String] {
    let undo = "  martlet undo         take it back"
    guard record.outcome == nil else {
      return record.outcome == .done && assessment.publicItems.isEmpty ? [undo] : []
    }
    guard record.isKept else { return [] }
    let next = assessment.openEntries.first.map { "go on from entry \($0.number), \($0.phrase)" } ?? "end it"
    let end = "  martlet undo --keep  end it as it is"
    return ["  martlet resume       \(next)"] + [assessment.publicItems.isEmpty ? undo : end]
  }
}

extension RunAssessment {
  var doneItems: [Item] {
    items.filter { if case .done = $0.state { true } else { false } }
  }
}

extension RunAssessment.Item {
  /// Why it cannot be told whether it was done; nil when it can.
  fileprivate var doubt: String? {
    switch state {
    case .done, .notDone: nil
    case .partlyDone: "only a part of it is there"
    case .overtaken(let error), .unknown(let error): error.firstMessage
    }
  }

  fileprivate var isPartlyDone: Bool {
    if case .partlyDone = state { true } else { false }
  }
}

extension Plan.Entry {
  /// What it does, in a few words.
  fileprivate var phrase: String {
    switch effect {
    case .writeFile(let write): "write \(write.path)"
    case .createCommit(let commit): "commit \"\(commit.subject)\""
    case .createTag(let tag): "tag \(tag.name)"
    case .pushRefs(let push): "push \(push.refs.map(\.shortName).joined(separator: ", ")) → \(push.remote)"
    case .writeArchive(let write): "export to \(write.path ?? "standard output")"
    case .runCommand(let run): "run \(run.line)"
    case .showMessage: "message"
    }
  }
}
