/// The setting that makes a CI system clone the whole history with its tags.
package struct CloneRemedy: Hashable, Sendable {
  /// The place for the lines, such as a file.
  package let place: String
  package let lines: [String]

  /// The place, then the indented lines.
  package var notes: [String] { ["\(place):"] + lines.map { "  " + $0 } }
}
