import Lanes
import TextEditing

/// A plan as a list that can be read aloud.
struct PlanText {
  private let plan: Plan
  private let console: Console
  /// The version that the heading of an earlier stage has told.
  private let told: VersionState?
  private let rows: [Row]
  /// How wide the columns before the last are: measured once, because every line asks.
  private let widths: Row.Widths
  private var layout = Layout.aligned

  /// How the columns of an entry stand, so that no terminal breaks them anywhere.
  private enum Layout {
    /// Each below those before.
    case aligned
    /// The last one right behind the one before it.
    case ragged
    /// On lines of their own from the object on.
    case stacked
  }

  /// One entry in columns.
  private struct Row {
    let number: String
    let step: String
    let verb: String
    let object: String
    let detail: String

    struct Widths {
      let number: Int
      let step: Int
      let verb: Int
      let object: Int

      init(of rows: [Row]) {
        func width(_ column: KeyPath<Row, String>) -> Int { rows.map { $0[keyPath: column].count }.max() ?? 0 }
        number = width(\.number)
        step = width(\.step)
        verb = width(\.verb)
        object = width(\.object)
      }
    }
  }

  /// A plan that is told by itself, or goes on without news about the version.
  init(_ plan: Plan, console: Console) {
    self.init(plan, after: plan.version, console: console)
  }

  /// - Parameter told: The version that an earlier stage knew of. There is another heading when it is a different one now.
  init(_ plan: Plan, after told: VersionState?, console: Console) {
    self.plan = plan
    self.told = told
    self.console = console
    rows = plan.entries.map(Self.row)
    widths = Row.Widths(of: rows)
    guard let width = console.width else { return }
    let layouts = [Layout.aligned, .ragged]
    layout = layouts.first { layout in rows.allSatisfy { text(of: $0, layout).count <= width } } ?? .stacked
  }

  /// The heading (unless an earlier stage had the same), a line an entry with the point of no return marked, then the remarks.
  private var lines: [String] {
    let isContinued = plan.entries.first.map { $0.number > 1 } ?? false
    var lines = isContinued && (plan.version ?? told) == told ? [] : [console.styled(heading, .strong)]
    if plan.entries.isEmpty { lines.append("  nothing to do") }
    var isPublic = false
    var stage = plan.entries.first?.stage ?? 1
    for entry in plan.entries {
      if entry.stage > stage {
        stage = entry.stage
        let words = (console.width ?? .max) < 50 ? "planned anew then" : "planned anew from what is on disk then"
        lines.append(console.styled("     ── \(words) ──", .faint))
      }
      if entry.effect.isOutward, !isPublic {
        isPublic = true
        lines.append(console.styled("     ── point of no return ──", .warning))
      }
      lines.append(text(of: row(of: entry), layout))
    }
    lines += plan.remarks.map { remark in
      // Masked before it is broken: a secret of several words would be found no more.
      let text = "  \(console.redacted(remark.escapedForTerminal()))".wrapped(to: console.width, indentedBy: 4)
      return text.split(separator: "\n").map { console.styled(String($0), .faint) }.joined(separator: "\n")
    }
    return lines.map(console.redacted)
  }

  /// Number, step, verb, object and detail of every entry.
  static func columns(of entries: [Plan.Entry]) -> [[String]] {
    entries.map(row).map { [$0.number, $0.step, $0.verb, $0.object, $0.detail] }
  }

  func rendered() -> String { lines.joined(separator: "\n") }

  /// The plan with what would change in the files.
  ///
  /// - Parameter fold: Nil for all of it, however long it is.
  func renderedWithDiffs(folded fold: DiffFold?) -> String {
    let diffs = plan.entries.compactMap { entry -> String? in
      guard case .writeFile(let write) = entry.effect else { return nil }
      let lines = write.diff.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      let (shown, remark) = fold?.folded(lines) ?? (lines, nil)
      let text = shown.map(coloured) + [remark.map { console.styled(console.redacted($0), .faint) }].compactMap { $0 }
      return text.joined(separator: "\n")
    }
    return ([rendered()] + diffs).joined(separator: "\n\n")
  }

  /// What the files that the plan writes will hold.
  var contents: String {
    plan.entries.compactMap { entry in
      guard case .writeFile(let write) = entry.effect else { return nil }
      let lines = String(decoding: write.contents, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      return lines.map { String($0).escapedForTerminal() }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The columns of an entry, as wide as the plan needs them.
  private func text(of row: Row, _ layout: Layout) -> String {
    let number = "  " + String(repeating: " ", count: widths.number - row.number.count) + row.number
    let beginning = [number, row.step.padded(to: widths.step), row.verb.padded(to: widths.verb)]
    let columns: [String] =
      switch layout {
      case .aligned: beginning + [row.object.padded(to: widths.object), row.detail]
      case .ragged: beginning + [row.object, row.detail]
      case .stacked: [number, row.step, row.verb]
      }
    let line = columns.joined(separator: "  ").trimmingTrailingBlanks()
    guard case .stacked = layout, let width = console.width else { return line }
    let indentation = String(repeating: " ", count: widths.number + 4)
    return "\(line)\n\(indentation)"
      + [row.object, row.detail].wrappedCells(to: width - indentation.count, indentedBy: 0)
      .replacing("\n", with: "\n\(indentation)")
  }

  /// `entry` as it is about to be done, in one line.
  func progress(at entry: Plan.Entry) -> String {
    task(of: entry) + " …"
  }

  /// What `entry` does, in a few words.
  func task(of entry: Plan.Entry) -> String {
    let row = row(of: entry)
    return "\(row.verb) \(row.object)"
  }

  private func row(of entry: Plan.Entry) -> Row { rows[entry.number - (plan.entries.first?.number ?? 1)] }

  private var heading: String {
    guard let version = plan.version else { return plan.title }
    guard let previous = version.previous else { return "\(plan.title)  → \(version.current)" }
    return "\(plan.title)  \(previous) → \(version.current)"
  }

  private static func row(_ entry: Plan.Entry) -> Row {
    func row(_ verb: String, _ object: String, _ detail: String = "") -> Row {
      Row(
        number: String(entry.number), step: entry.step.escapedForTerminal(), verb: verb,
        object: object.escapedForTerminal(), detail: detail.escapedForTerminal())
    }
    return switch entry.effect {
    case .writeFile(let write):
      row(
        write.digestBefore == nil ? "create" : "write", write.path.string,
        "-\(write.removedCount) +\(write.insertedCount)")
    case .createCommit(let commit):
      row(
        "commit", "\"\(commit.subject)\" on \(commit.branch)",
        commit.paths.count == 1 ? "1 file" : "\(commit.paths.count) files")
    case .createTag(let tag): row("tag", "\(tag.name) at \(tag.target.phrase)")
    case .pushRefs(let push):
      row(
        "push", "\(push.refs.map(\.shortName).joined(separator: ", ")) → \(push.remote)",
        push.isAtomic ? "one atomic push" : "one after the other, the branch first")
    case .writeArchive(let write):
      row(
        write.format == .directory ? "folder" : "archive", write.path ?? "standard output", "of \(write.source.phrase)")
    case .runCommand(let run): row("run", run.line)
    case .showMessage(let text): row("say", "\"\(text)\"")
    case .release(let effect): row(effect.phrase.verb, effect.phrase.object, effect.phrase.detail)
    }
  }

  private func coloured(_ line: String) -> String {
    let line = line.escapedForTerminal()
    return switch line.first {
    case "+": console.styled(line, .success)
    case "-": console.styled(line, .removal)
    default: line
    }
  }
}

extension ArchiveWrite.Source {
  fileprivate var phrase: String {
    switch self {
    case .commit(let commit): commit.phrase
    case .tree(let id): "the tree \(id.short)"
    }
  }
}

extension CommitReference {
  fileprivate var phrase: String {
    switch self {
    case .existing(let id): id.short
    case .planned(let entry): "the commit of \(entry)"
    }
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
