extension String {
  /// This line, broken between words where `width` columns are full; what comes after the first line begins with
  /// `indentation` blanks. What stands between back-ticks stays in one piece, because people copy it.
  ///
  /// - Parameter width: Nil where nobody knows of any end of the line: the text stays as it is.
  func wrapped(to width: Int?, indentedBy indentation: Int) -> String {
    guard let width, count > width, indentation < width else { return self }
    var lines: [String] = []
    var line: String?
    for piece in pieces {
      guard let current = line else {
        line = piece
        continue
      }
      if current.count + 1 + piece.count <= width || current.allSatisfy({ $0 == " " }) {
        line = "\(current) \(piece)"
      } else {
        lines.append(current)
        line = String(repeating: " ", count: indentation) + piece
      }
    }
    return (lines + [line].compactMap { $0 }).joined(separator: "\n")
  }

  /// These lines, each broken as `wrapped` does, where the rest of it stands `depth` deeper than it begins.
  func wrappedLines(to width: Int?, deeperBy depth: Int = 0) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line).wrapped(to: width, indentedBy: line.prefix { $0 == " " }.count + depth)
    }.joined(separator: "\n")
  }

  /// The words, and what is between back-ticks as one of them.
  private var pieces: [String] {
    var pieces: [String] = []
    var open: String?
    for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
      let piece = open.map { "\($0) \(word)" } ?? word
      if piece.count(where: { $0 == "`" }).isMultiple(of: 2) {
        pieces.append(piece)
        open = nil
      } else {
        open = piece
      }
    }
    return pieces + [open].compactMap { $0 }
  }
}

extension [String] {
  /// These cells with two blanks between them, on as many lines as `width` columns need; lines after the first begin with
  /// `indentation` blanks.
  func wrappedCells(to width: Int, indentedBy indentation: Int) -> String {
    var lines: [String] = []
    for cell in self where !cell.isEmpty {
      if let line = lines.last, line.count + 2 + cell.count <= width {
        lines[lines.count - 1] = "\(line)  \(cell)"
      } else {
        lines.append(lines.isEmpty ? cell : String(repeating: " ", count: indentation) + cell)
      }
    }
    return lines.joined(separator: "\n")
  }
}
