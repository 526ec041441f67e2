import MartletCore

/// A position in a file, in the line and column numbers of editors.
public struct Place: Hashable, Sendable {
  /// The file, relative to the project's folder.
  public let path: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int

  init(_ place: MartletCore.Place) {
    path = place.path.string
    line = place.line
    column = place.column
  }
}

extension Place: CustomStringConvertible {
  /// `path:line:column`, which terminals and editors make a link.
  public var description: String { "\(path):\(line):\(column)" }
}
