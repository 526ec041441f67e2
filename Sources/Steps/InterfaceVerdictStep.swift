import Changelogs
import Lanes
import TextEditing
import Versioning

/// Judges what a comparison of the interface has found. It is what `ensure_api_compatible` is made of, and not in the
/// catalogue.
struct InterfaceVerdictStep: Step {
  static let keyword = "ensure_api_compatible"
  static let summary = "Judges what a comparison of the interface has found."
  static let parameters: [Parameter<Self>] = []

  var output: Template = ""
  /// What it was compared with; nil when nothing has been released yet.
  var released: ReleaseHistory.Release?
  var reaction = EnsureAPICompatibleStep.Reaction.refuse

  func plan(_ draft: Draft) throws -> Decision {
    guard let released else { return Decision(remarks: ["no release yet to compare the public interface with"]) }
    guard draft.knows(output) else {
      return Decision(remarks: ["not known before: what the public interface has lost since \(released.tag)"])
    }
    let text = try draft.text(of: output)
    guard let comparison = InterfaceComparison(text) else {
      throw Failure.notCompared(since: released.tag, output: text)
    }
    var decision = Decision(remarks: [comparison.summary(since: released.tag)])
    decision.interfaceBreaks = comparison.breaks
    guard !comparison.breaks.isEmpty, reaction == .refuse else { return decision }
    let needed = draft.releasefile.releaseRules.level(.major, of: released.version)
    if let version = draft.changedVersion?.current {
      guard version.level(above: released.version) >= needed else {
        throw Failure.brokenInterface(comparison.breaks, found: version, expected: needed)
      }
    } else {
      let said = try ReleaseDecision(ReleaseHistory(of: draft).list, by: draft.releasefile.releaseRules).level
      guard said == .major else {
        throw Failure.brokenInterfaceUnsaid(comparison.breaks, since: released.tag, found: said, expected: .major)
      }
    }
    return decision
  }
}

/// What `swift package diagnose-api-breaking-changes` says.
///
/// Source: its output in Swift 6.3, `N breaking changes detected in M:` with a line `💔 API breakage: …` each, or `No
/// breaking changes detected in M`. It says nothing of what was added.
struct InterfaceComparison: Hashable {
  /// What was lost, in the compiler's words.
  let breaks: [String]

  /// Nil when `output` is that of a comparison which did not come to an end.
  init?(_ output: String) {
    let lines = output.split(whereSeparator: \.isNewline)
    let isVerdict = { (line: Substring) in
      line.hasPrefix("No breaking changes detected in ")
        || line.contains(" breaking change detected in ") || line.contains(" breaking changes detected in ")
    }
    guard lines.contains(where: isVerdict), !lines.contains(where: { $0.hasPrefix("error:") }) else { return nil }
    breaks = lines.compactMap { line in
      line.firstRange(of: "API breakage: ").map { String(line[$0.upperBound...]) }
    }
  }

  func summary(since tag: String) -> String {
    switch breaks.count {
    case 0: "the public interface has lost nothing since \(tag)"
    case 1: "the public interface has 1 breaking change since \(tag)"
    default: "the public interface has \(breaks.count) breaking changes since \(tag)"
    }
  }
}

extension Failure {
  /// The public interface has lost something, and the version says less than that.
  static func brokenInterface(_ breaks: [String], found: Version, expected: ReleaseLevel) -> Failure {
    Failure(
      "the public interface has lost something in \(breaks.places), expected a \(expected.rawValue) version instead of `\(found)`",
      hint: "raise it further, allow what is meant to go with `allow`, or let the version follow with `bump: auto`",
      notes: breaks.map { "  \($0)" }.shortenedList)
  }

  static func brokenInterfaceUnsaid(
    _ breaks: [String], since tag: String, found: ReleaseLevel, expected: ReleaseLevel
  ) -> Failure {
    Failure(
      "the public interface has lost something in \(breaks.places) since `\(tag)`, the commits say \(found.rawValue), expected \(expected.rawValue)",
      hint: "say `BREAKING CHANGE:` in a commit, or allow what is meant to go with `allow`",
      notes: breaks.map { "  \($0)" }.shortenedList)
  }

  static func notCompared(since tag: String, output: String) -> Failure {
    Failure(
      "the public interface could not be compared with `\(tag)`",
      hint: "build it once with `swift build`, and see that the tag builds as well",
      notes: output.split(whereSeparator: \.isNewline).suffix(10).map { "  \($0)" })
  }
}

extension [String] {
  /// How many there are: `1 place`, `2 places`.
  fileprivate var places: String { count == 1 ? "1 place" : "\(count) places" }

  /// The first ten, and how many more there are.
  var shortenedList: [String] { count <= 10 ? self : prefix(10) + ["  … and \(count - 10) more"] }
}
