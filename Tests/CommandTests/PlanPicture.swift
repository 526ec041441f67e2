/// A terminal screen as an SVG whose lines appear one after the other. Without animation, all of them are visible.
struct PlanPicture {
  /// The screen's contents with color codes.
  let screen: String

  private static let cell = (width: 8.4, height: 20.0)
  private static let margin = 20.0

  /// A part of a line in one style.
  private struct Run {
    let column: Int
    let style: String
    let text: String
  }

  var svg: String {
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false).map { Self.runs(of: String($0)) }
    let columns = lines.compactMap { $0.last.map { $0.column + $0.text.count } }.max() ?? 0
    let width = Int(Double(columns) * Self.cell.width + 2 * Self.margin)
    let height = Int(Double(lines.count) * Self.cell.height + 2 * Self.margin)
    let texts = lines.enumerated().map { index, runs in
      let y = Int(Self.margin + (Double(index) + 0.75) * Self.cell.height)
      let parts = runs.map { run in
        let x = Self.margin + Double(run.column) * Self.cell.width
        let tenths = Int((x * 10).rounded())
        let style = run.style.isEmpty ? "" : " class=\"\(run.style)\""
        return "<tspan x=\"\(tenths / 10).\(tenths % 10)\"\(style)>\(run.text.escaped)</tspan>"
      }
      return "  <text y=\"\(y)\" style=\"animation-delay: \(Self.delay(of: index))ms\">\(parts.joined())</text>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
        <title>martlet run release, at a terminal</title>
      \(Self.style)
        <rect class="screen" width="\(width)" height="\(height)" rx="8"/>
      \(texts.joined())</svg>

      """
  }

  /// In milliseconds: a pause after the command, and another one for each line.
  private static func delay(of line: Int) -> Int { line == 0 ? 0 : 900 + 130 * line }

  private static let style = """
      <style>
        text { font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #24292f; }
        .screen { fill: #f6f8fa; stroke: #d0d7de; }
        .strong { font-weight: bold; }
        .faint { fill: #6e7781; }
        .success { fill: #116329; }
        .removal, .failure { fill: #a40e26; }
        .warning { fill: #7d4e00; font-weight: bold; }
        @media (prefers-color-scheme: dark) {
          text { fill: #e6edf3; }
          .screen { fill: #0d1117; stroke: #30363d; }
          .faint { fill: #8b949e; }
          .success { fill: #3fb950; }
          .removal, .failure { fill: #ff7b72; }
          .warning { fill: #d29922; }
        }
        @keyframes appear { from { opacity: 0; } to { opacity: 1; } }
        @media (prefers-reduced-motion: no-preference) { text { animation: appear 60ms both; } }
      </style>
    """

  private static let styles = [
    "0": "", "1": "strong", "2": "faint", "32": "success", "31": "removal", "1;31": "failure", "1;33": "warning",
  ]

  private static func runs(of line: String) -> [Run] {
    var runs: [Run] = []
    var (column, style) = (0, "")
    var rest = line[...]
    while !rest.isEmpty {
      if let sign = rest.prefixMatch(of: /\u{1B}\[([0-9;]+)m/) {
        style = styles[String(sign.output.1)] ?? ""
        rest = rest[sign.range.upperBound...]
      } else {
        let text = rest.first == "\u{1B}" ? rest.prefix(1) : rest.prefix { $0 != "\u{1B}" }
        runs.append(Run(column: column, style: style, text: String(text)))
        column += text.count
        rest = rest[text.endIndex...]
      }
    }
    return runs
  }
}

extension String {
  /// The text escaped for XML.
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
