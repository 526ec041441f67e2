import Forges
import Lanes
import MartletTextEditing

/// The HTML comment in the notes of a release that names the run that created it: `<!-- martlet run=… plan=… -->`.
///
/// A draft is found by it, because no forge finds a draft by its tag reliably.
struct ReleaseMark: Hashable, Sendable, Codable {
  let run: String
  /// Nil if the tag has none.
  let plan: PlanDigest?
  /// Whether a release with the same plan counts as the run's, too, because the journal with the run's id is lost.
  let acceptsPlan: Bool

  private static let start = "<!-- martlet run="
  private static let end = " -->"

  init(of draft: ReleaseDraft, _ run: RunState) {
    self.run = run.folder.id.string
    plan = draft.plan
    acceptsPlan = run.isTraced
  }

  /// A mark of the length that the mark of any run has.
  init(ofSomeRun draft: ReleaseDraft) {
    run = "20260101-000000-0000"
    plan = draft.plan
    acceptsPlan = false
  }

  /// The mark of a run that has not begun: no release carries it.
  init(ofNoRun draft: ReleaseDraft) {
    run = ""
    plan = draft.plan
    acceptsPlan = false
  }

  /// The mark of a run with any id whose plan made the tag.
  init(ofAnyRun draft: ReleaseDraft) {
    run = ""
    plan = draft.plan
    acceptsPlan = true
  }

  /// The comment.
  var text: String { Self.start + run + (plan.map { " plan=\($0)" } ?? "") + Self.end }

  /// `notes` with the comment.
  func marking(_ notes: String) -> String { notes.isEmpty ? text : "\(notes)\n\n\(text)" }

  /// Whether `notes` are those of the run.
  func isIn(_ notes: String) -> Bool {
    guard let found = Self.values(in: notes) else { return false }
    return found.run == run || acceptsPlan && plan != nil && found.plan == plan
  }

  /// The id of the run that made the release with these notes; nil if no run of Martlet did.
  static func run(in notes: String) -> String? { values(in: notes)?.run }

  /// The id of another run with the same plan that made the release with these notes; nil if it is none.
  func otherRun(in notes: String) -> String? {
    guard plan != nil, let found = Self.values(in: notes), found.plan == plan, found.run != run else { return nil }
    return found.run
  }

  private static func values(in notes: String) -> (run: String, plan: PlanDigest?)? {
    // The notes may quote another mark before it: the last one counts.
    guard let start = notes.ranges(of: Self.start).last,
      let end = notes[start.upperBound...].firstRange(of: Self.end)
    else { return nil }
    let parts = notes[start.upperBound..<end.lowerBound].split(separator: " plan=", maxSplits: 1)
    guard let run = parts.first, !run.contains(" ") else { return nil }
    return (String(run), parts.count > 1 ? PlanDigest(String(parts[1])) : nil)
  }
}

extension ReleaseText {
  /// The text of `draft`, with `mark` in its notes.
  init(_ draft: ReleaseDraft, _ mark: ReleaseMark) {
    let release = draft.release
    self.init(
      tag: release.tag, title: release.title, notes: mark.marking(release.notes), isPrerelease: release.isPrerelease,
      isLatest: release.isLatest)
  }
}
