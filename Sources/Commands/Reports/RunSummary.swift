import Execution
import Lanes
import MartletCore

/// The result of a run as Markdown, for the web page of the pipeline.
struct RunSummary {
  private let report: RunReport
  private let console: Console

  /// The most entries that are shown, because GitHub's limit for a summary is 1 MiB.
  private static let entryLimit = 300
  /// The most lines of release notes that are shown.
  private static let notesLimit = 500

  init(_ report: RunReport, console: Console) {
    self.report = report
    self.console = console
  }

  /// Returns the heading, the plan as a table, the result and the release notes.
  func markdown() -> String {
    let parts = [heading, table, ending, notes].filter { !$0.isEmpty }
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
    guard case .failed(let error, _) = report.ending else {
      return "\(report.foundNothing ? "Nothing to release" : "Done"). \(publicLine)"
    }
    let problems = Failure(of: error).diagnostics.map { diagnostic in
      let place = diagnostic.place.map { " (\($0.description.inMarkdown))" } ?? ""
      let lines = ["**\(diagnostic.severity.rawValue)**: \(shown(diagnostic.message))\(place)"]
      return (lines + diagnostic.notes.map(shown)).joined(separator: "  \n")
    }
    let isPublic = Failure(of: error).exit == .partlyPublic
    let next =
      isPublic
      ? "Next: \(shown("`martlet run \(report.lane.shellWord) --yes`")), or start the job again"
      : Failure(of: error).diagnostics.first?.hint.map { "Next: \(shown($0))" }
    let publicity = isPublic && report.publicNames.isEmpty ? nil : publicLine
    return (problems + [publicity, next].compactMap(\.self)).joined(separator: "\n\n")
  }

  /// The release notes in the project's Markdown, in a block quote, which also closes open blocks of code. Empty for a
  /// failed run.
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
  /// The text escaped for Markdown on one line, without tables, links, mentions, images or tags. Text in back-ticks
  /// becomes code.
  fileprivate var inMarkdown: String {
    let parts = escapedForTerminal().split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return parts.map { String($0).entities }.joined(separator: "&#96;") }
    return parts.enumerated().map { index, part in
      index % 2 == 1 ? "<code>\(String(part).entities)</code>" : String(part).entities
    }.joined()
  }

  /// The text with all special characters of Markdown and HTML as character references.
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
