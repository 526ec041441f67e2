import Lanes
import MartletCore

/// The HTML comment in the notes of a release that names the run that created it: `<!-- martlet run=… -->`.
///
/// A draft is found by it, because no forge finds a draft by its tag reliably.
struct ReleaseMark: Hashable, Sendable, Codable {
  let run: String

  private static let start = "<!-- martlet run="
  private static let end = " -->"

  init(of run: RunState) { self.run = run.folder.id.string }

  private init(run: String) { self.run = run }

  /// A mark of the length that the mark of any run has.
  static let longest = ReleaseMark(run: "20260101-000000-0000")

  /// The mark of a run that has not begun: no release carries it.
  static let none = ReleaseMark(run: "")

  /// The comment.
  var text: String { Self.start + run + Self.end }

  /// `notes` with the comment.
  func marking(_ notes: String) -> String { notes.isEmpty ? text : "\(notes)\n\n\(text)" }

  /// Whether `notes` are those of the run.
  func isIn(_ notes: String) -> Bool { Self.run(in: notes) == run }

  /// The id of another run that made the release with these notes; nil if none did.
  func otherRun(in notes: String) -> String? { Self.run(in: notes).flatMap { $0 == run ? nil : $0 } }

  /// The id of the run that made the release with these notes; nil if no run of Martlet did.
  static func run(in notes: String) -> String? {
    // The notes may quote another mark before it: the last one counts.
    guard let start = notes.ranges(of: Self.start).last,
      let end = notes[start.upperBound...].firstRange(of: Self.end)
    else { return nil }
    let run = notes[start.upperBound..<end.lowerBound]
    return run.isEmpty || run.contains(" ") ? nil : String(run)
  }
}

extension ReleaseDescription {
  /// The text of `draft`, with `mark` in its notes.
  init(_ draft: ReleaseDraft, _ mark: ReleaseMark) {
    self = draft.release
    notes = mark.marking(notes)
  }
}
