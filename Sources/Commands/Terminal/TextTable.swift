import MartletCore

/// Rows in columns as wide as their longest cell, without trailing spaces. Empty columns are left out.
struct TextTable {
  let lines: [String]

  /// - Parameter width: The width at which rows are wrapped between cells; nil for no limit.
  init(_ rows: [[String]], width: Int? = nil) {
    let cells = rows.map { $0.map { $0.escapedForTerminal() } }
    let count = cells.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in cells.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
    lines = cells.map { row in
      let aligned = zip(row, widths).filter { $0.1 > 0 }.map { $0.padded(to: $1) }
      let line = aligned.joined(separator: "  ").trimmingTrailingBlanks()
      guard let width, line.count > width else { return line }
      return aligned.wrappedCells(to: width, indentedBy: 4)
    }
  }
}
