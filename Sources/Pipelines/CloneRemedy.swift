/// What makes a CI system clone the whole history with its tags.
package struct CloneRemedy: Hashable, Sendable {
  /// Where the lines belong.
  package let place: String
  package let lines: [String]

  /// Place and lines, below each other.
  package var notes: [String] { ["\(place):"] + lines.map { "  " + $0 } }
}
