extension String {
  /// Returns this line, wrapped between words at `width` columns, with `indentation` spaces before all lines but the
  /// first. Text in back-ticks is never split, so that it can be copied.
  ///
  /// - Parameter width: Nil for an unlimited width: the text stays unchanged.
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

  /// Returns this line in lines of at most `width` columns, broken between words where possible.
  func folded(to width: Int) -> [String] {
    var lines: [String] = []
    var rest = self[...]
    while rest.count > width {
      let room = rest.prefix(width + 1)
      let blank = room.lastIndex(of: " ").flatMap { $0 > rest.startIndex ? $0 : nil }
      let end = blank ?? rest.index(rest.startIndex, offsetBy: max(1, width))
      lines.append(String(rest[..<end]).trimmingTrailingBlanks())
      rest = rest[end...].drop { $0 == " " }
    }
    return lines + (rest.isEmpty ? [] : [String(rest)])
  }

  /// Returns these lines, each wrapped like `wrapped`. Continuation lines are indented by `depth` more than the first.
  func wrappedLines(to width: Int?, deeperBy depth: Int = 0) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line).wrapped(to: width, indentedBy: line.prefix { $0 == " " }.count + depth)
    }.joined(separator: "\n")
  }

  /// The words; text in back-ticks counts as one word.
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
  /// Returns these cells with two spaces between them, wrapped between cells at `width` columns, with `indentation`
  /// spaces before all lines but the first, where the cells have their columns.
  func wrappedCells(to width: Int, indentedBy indentation: Int) -> String {
    var lines: [String] = []
    for cell in self where !cell.isEmpty {
      let text = cell.trimmingTrailingBlanks()
      if let line = lines.last, line.count + 2 + text.count <= width {
        lines[lines.count - 1] = "\(line)  \(lines.count == 1 ? cell : text)"
      } else if lines.isEmpty || !text.isEmpty {
        lines.append(lines.isEmpty ? cell : String(repeating: " ", count: indentation) + text)
      }
    }
    return lines.map { $0.trimmingTrailingBlanks() }.joined(separator: "\n")
  }
}
