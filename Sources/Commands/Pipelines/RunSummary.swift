import Execution
import Lanes
import TextEditing

/// What a run came to, as a page of Markdown for people who look at the pipeline.
struct RunSummary {
  private let report: RunReport
  private let console: Console

  /// GitHub takes a MiB: the plan of a run that writes more files than this is cut.
  private static let entryLimit = 300
  /// Of all notes together.
  private static let notesLimit = 500

  init(_ report: RunReport, console: Console) {
    self.report = report
    self.console = console
  }

  /// The heading, the plan as a table, how it ended, what is new, and the lane as a graph.
  func markdown() -> String {
    let parts = [heading, table, ending, notes, "```mermaid\n\(report.graph)\n```"].filter { !$0.isEmpty }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var heading: String {
    let version = report.version.map { version in
      ": " + (version.previous.map { "\($0.description.inMarkdown) → " } ?? "") + version.current.description.inMarkdown
    }
    return "## \(report.lane.inMarkdown)\(version ?? "")"
  }

  private var table: String {
    guard !report.planned.isEmpty else { return "" }
    let rows = PlanText.columns(of: report.planned).prefix(Self.entryLimit).map { columns in
      "| " + columns.map { console.redacted($0).inMarkdown }.joined(separator: " | ") + " |"
    }
    let left = report.planned.count - rows.count
    return (["| | step | | | |", "|--:|---|---|---|---|"] + rows + (left > 0 ? ["", "… and \(left) more"] : []))
      .joined(separator: "\n")
  }

  private var ending: String {
    if case .planned = report.ending { return "This is a plan. Nothing was done." }
    let publicLine = report.publicNames.isEmpty ? "Nothing is public." : "Public: \(list(report.publicNames))."
    guard case .failed(let error, _) = report.ending else { return "Done. \(publicLine)" }
    let problems = Failure(of: error).diagnostics.map { diagnostic in
      let place = diagnostic.place.map { " (\($0.description.inMarkdown))" } ?? ""
      let lines = ["**\(diagnostic.severity.rawValue)**: \(shown(diagnostic.message))\(place)"]
      return (lines + diagnostic.notes.map(shown)).joined(separator: "  \n")
    }
    let next =
      Failure(of: error).exit == .partlyPublic
      ? "Next: \(shown("`martlet resume --lane \(report.lane.shellWord)`"))"
      : Failure(of: error).diagnostics.first?.hint.map { "Next: \(shown($0))" }
    return (problems + [publicLine] + [next].compactMap { $0 }).joined(separator: "\n\n")
  }

  /// What is new, in the project's own Markdown. It stands in a quotation: what it leaves open, such as a block of code,
  /// ends with that. Of a run that failed, nothing is new.
  private var notes: String {
    if case .failed = report.ending { return "" }
    var left = Self.notesLimit
    return report.notes.map { notes in
      let title = [notes.package, notes.version.description].compactMap { $0?.inMarkdown }.joined(separator: " ")
      let lines = console.redacted(notes.text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map { "> \(String($0).escapedForTerminal())".trimmingTrailingBlanks() }
      let shown = lines.prefix(left)
      left -= shown.count
      let remark = lines.count > shown.count ? ["", "… and \(lines.count - shown.count) more lines"] : []
      return (["### New in \(title)", ""] + shown + remark).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private func list(_ names: [String]) -> String { names.map(shown).joined(separator: "; ") }

  private func shown(_ text: String) -> String { console.redacted(text).inMarkdown }
}

extension String {
  /// As a text in Markdown and nothing more, on one line: no table, link, mention, image or tag comes of it. What is
  /// between back-ticks is code.
  fileprivate var inMarkdown: String {
    let parts = escapedForTerminal().split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return parts.map { String($0).entities }.joined(separator: "&#96;") }
    return parts.enumerated().map { index, part in
      index % 2 == 1 ? "<code>\(String(part).entities)</code>" : String(part).entities
    }.joined()
  }

  /// With all signs that Markdown or HTML knows as references to characters.
  private var entities: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar),
        !" .,/→".unicodeScalars.contains(scalar)
      {
        text += "&#\(scalar.value);"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
