import TextEditing

/// Rows in columns as wide as their longest cell, without blanks at the ends; a column without any text takes no room.
struct TextTable {
  let lines: [String]

  init(_ rows: [[String]]) {
    let cells = rows.map { $0.map { $0.escapedForTerminal() } }
    let count = cells.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in cells.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
    lines = cells.map { row in
      zip(row, widths).filter { $0.1 > 0 }.map { $0.padded(to: $1) }.joined(separator: "  ").trimmingTrailingBlanks()
    }
  }
}
