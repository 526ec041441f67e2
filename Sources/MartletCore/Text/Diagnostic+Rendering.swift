extension Diagnostic {
  /// Returns the diagnostic as a terminal shows it, without a trailing line end:
  /// ```
  /// error: unknown parameter `mesage` in step `tag`
  ///   --> Releasefile:14:9
  ///    |
  /// 14 |         mesage: Release ${version}
  ///    |         ^^^^^^
  /// hint: did you mean `message`?
  /// ```
  package func rendered() -> String {
    var lines = ["\(severity.rawValue): \(message)"]
    if let place {
      let number = String(place.line)
      let margin = String(repeating: " ", count: number.count)
      lines.append("\(margin)--> \(place)")
      if let excerpt {
        lines += [
          "\(margin) |", "\(number) | \(excerpt.line)".trimmingTrailingBlanks(),
          "\(margin) | \(excerpt.underline(from: place.column - (excerpt.shift ?? 0)))",
        ]
      }
    }
    lines += notes
    if let hint { lines.append("hint: \(hint)") }
    return lines.map { $0.escapedForTerminal() }.joined(separator: "\n")
  }
}

extension Diagnostic.Excerpt {
  /// Returns carets below the scalars from `column` on, after blanks of the width of the text before them. Tabs stay
  /// tabs, so that the carets are aligned.
  fileprivate func underline(from column: Int) -> String {
    let before = line.unicodeScalars.prefix(max(0, column - 1))
    let marked = line.unicodeScalars.dropFirst(before.count).prefix(max(0, length))
    let indentation = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: $0.terminalWidth) }.joined()
    let width = marked.reduce(0) { $0 + $1.terminalWidth }
    return indentation + String(repeating: "^", count: max(1, width))
  }
}
