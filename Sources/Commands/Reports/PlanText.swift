import Lanes
import MartletCore
import SystemAPI

/// A plan as text, one line per entry.
struct PlanText {
  private let plan: Plan
  private let console: Console
  /// The version in the heading of the previous stage.
  private let shownVersion: VersionState?
  private let rows: [Row]
  /// The widths of the columns before the last, measured once for all lines.
  private let widths: Row.Widths
  /// The first column of the object; in a narrow terminal the object is on a separate line.
  private let objectColumn: Int
  private let isNarrow: Bool

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

      /// The width of an object that moves the details of other rows where lines have no end.
      private static let greatestObject = 120

      init(of rows: [Row], in columns: Int?) {
        func width(_ column: KeyPath<Row, String>) -> Int { rows.map { $0[keyPath: column].count }.max() ?? 0 }
        let (number, step, verb) = (width(\.number), width(\.step), width(\.verb))
        let room = columns.map { $0 - number - step - verb - 10 }
        // A long object is wrapped, and does not move the details of the other rows.
        let fitting = rows.filter { row in
          room.map { row.object.count + row.detail.count <= $0 } ?? (row.object.count <= Self.greatestObject)
        }
        (self.number, self.step, self.verb) = (number, step, verb)
        object = fitting.map(\.object.count).max() ?? 0
      }
    }
  }

  /// Creates the text of a plan whose heading shows no change of the version since the previous stage.
  init(_ plan: Plan, console: Console) {
    self.init(plan, after: plan.version, console: console)
  }

  /// - Parameter shownVersion: The version of the previous stage. A different version gets a new heading.
  init(_ plan: Plan, after shownVersion: VersionState?, console: Console) {
    self.plan = plan
    self.shownVersion = shownVersion
    self.console = console
    rows = plan.entries.map(Self.row)
    widths = Row.Widths(of: rows, in: console.width)
    let aligned = widths.number + widths.step + widths.verb + 8
    isNarrow = console.width.map { $0 - aligned < 30 } ?? false
    objectColumn = isNarrow ? widths.number + 4 : aligned
  }

  /// The heading (unless the previous stage had the same), one line per entry, and the remarks. The point of no return
  /// has a line before the first public entry.
  private var lines: [String] {
    let isContinued = plan.entries.first.map { $0.number > 1 } ?? false
    var lines = isContinued && (plan.version ?? shownVersion) == shownVersion ? [] : [console.styled(heading, .strong)]
    if plan.entries.isEmpty { lines.append("  nothing to do") }
    var isPublic = false
    var stage = plan.entries.first?.stage ?? 1
    var previous: Plan.Entry?
    for entry in plan.entries {
      if entry.stage > stage {
        stage = entry.stage
        lines.append(console.styled("     ── \(pause(after: previous)) ──", .faint))
      }
      previous = entry
      if entry.effect.isOutward, !isPublic {
        isPublic = true
        lines.append(console.styled("     ── point of no return ──", .warning))
      }
      lines.append(text(of: row(of: entry)))
      lines += entry.effect.summary.lines.map { console.styled("     │ \($0.escapedForTerminal())", .faint) }
    }
    lines += plan.remarks.map { remark in
      // Mask before wrapping: a secret that is split over two lines would not be found.
      let text = "  \(console.redacted(remark.escapedForTerminal()))".wrapped(to: console.width, indentedBy: 4)
      return text.split(separator: "\n").map { console.styled(String($0), .faint) }.joined(separator: "\n")
    }
    return lines.map(console.redacted)
  }

  /// Returns what the rest of the plan waits for.
  private func pause(after entry: Plan.Entry?) -> String {
    guard (console.width ?? .max) >= 50 else { return "continues then" }
    guard case .runCommand(let run) = entry?.effect else { return "the plan continues after this entry" }
    let files = run.artifacts ?? run.outputs.map(\.string)
    guard let file = files.first else { return "the plan continues when this has run" }
    return files.count == 1 && file.count < 40
      ? "the plan continues when \(file.escapedForTerminal()) is built" : "the plan continues when the files are built"
  }

  /// Returns number, step, verb, object and detail of every entry.
  static func columns(of entries: [Plan.Entry]) -> [[String]] {
    entries.map(row).map { [$0.number, $0.step, $0.verb, $0.object, $0.detail] }
  }

  func rendered() -> String { lines.joined(separator: "\n") }

  /// Returns the plan and the diffs of the files.
  ///
  /// - Parameter fold: The limit for long diffs; nil for none.
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

  /// The contents of the files that the plan writes.
  var contents: String {
    plan.entries.compactMap { entry in
      guard case .writeFile(let write) = entry.effect else { return nil }
      let lines = String(decoding: write.contents, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      return lines.map { String($0).escapedForTerminal() }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Returns the line of an entry, or its lines when the terminal is too narrow for one.
  private func text(of row: Row) -> String {
    let number = "  " + String(repeating: " ", count: widths.number - row.number.count) + row.number
    let beginning = [number, row.step.padded(to: widths.step), row.verb.padded(to: widths.verb)].joined(separator: "  ")
    let objects = [row.object.padded(to: widths.object), row.object].map {
      "\($0)  \(row.detail)".trimmingTrailingBlanks()
    }
    guard let width = console.width, isNarrow || objects.allSatisfy({ $0.count > width - objectColumn }) else {
      let room = console.width.map { $0 - objectColumn } ?? .max
      return "\(beginning)  \(objects.first { $0.count <= room } ?? objects[1])".trimmingTrailingBlanks()
    }
    let indentation = String(repeating: " ", count: objectColumn)
    // Mask before wrapping: a secret that is split over two lines would not be found. No digest is split.
    let whole = console.redacted(objects[1])
    let cells = whole.count <= width - objectColumn ? [whole] : [row.object, row.detail].map(console.redacted)
    let lines = cells.flatMap { cell in
      cell.replacing("sha256 ", with: "sha256\u{A0}").folded(to: width - objectColumn)
    }.joined(separator: "\n\(indentation)").replacing("\u{A0}", with: " ")
    return isNarrow ? "\(beginning.trimmingTrailingBlanks())\n\(indentation)\(lines)" : "\(beginning)  \(lines)"
  }

  /// Returns the progress line for `entry`.
  func progress(at entry: Plan.Entry) -> String {
    let task = task(of: entry)
    return task.hasSuffix("…") ? task : task + " …"
  }

  /// Returns the verb and the object of `entry`.
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
    let summary = entry.effect.summary
    return Row(
      number: String(entry.number), step: entry.step.escapedForTerminal(), verb: summary.verb,
      object: summary.object.relativePath.escapedForTerminal(), detail: summary.detail.escapedForTerminal())
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

extension String {
  /// An absolute path, relative to the current folder, if that is shorter; other text stays unchanged.
  var relativePath: String {
    guard hasPrefix("/"), !contains(" ") else { return self }
    let path = split(separator: "/")
    let folder = FileManager.default.currentDirectoryPath.split(separator: "/")
    let common = zip(path.dropLast(), folder).prefix { $0 == $1 }.count
    let parts = repeatElement("..", count: folder.count - common) + path.dropFirst(common).map(String.init)
    let relative = parts.joined(separator: "/")
    return common > 0 && relative.count < count ? relative : self
  }
}
