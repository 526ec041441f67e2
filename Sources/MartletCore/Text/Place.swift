/// A position in a file, in the line and column numbers of editors.
package struct Place: Hashable, Sendable, Codable {
  /// The file.
  package let path: RelativePath
  /// From 1.
  package let line: Int
  /// From 1, in Unicode scalars; invalid UTF-8 counts as the U+FFFD that replaces it.
  package let column: Int

  package init(path: RelativePath, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }
}

extension Place: CustomStringConvertible {
  /// `path:line:column`, which terminals and editors make a link.
  package var description: String { "\(path):\(line):\(column)" }
}

extension Place: Comparable {
  package static func < (left: Place, right: Place) -> Bool {
    (left.path, left.line, left.column) < (right.path, right.line, right.column)
  }
}
