import Lanes
import MartletChangelogs
import MartletCore

/// Evaluates an interface comparison. It is the second half of the check `api_compatible`, and not in the catalogue.
struct InterfaceVerdictStep: Step {
  static let keyword = "api_compatible"
  static let summary = "Evaluates the result of an interface comparison."
  static let parameters: [Parameter<Self>] = []

  var output: Template = ""
  var reaction = EnsureAPICompatibleStep.Reaction.refuse

  func plan(_ draft: Draft) throws -> Decision {
    guard let released = try ReleaseHistory(of: draft).released else {
      return Decision(remarks: ["no release yet to compare the public interface with"])
    }
    guard draft.isKnown(output) else {
      return Decision(remarks: ["not known before the run: changes of the public interface since \(released.tag)"])
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
      let level = try ReleaseDecision(ReleaseHistory(of: draft).list, by: draft.releasefile.releaseRules).level
      guard level == .major else {
        throw Failure.unannouncedInterfaceBreak(comparison.breaks, since: released.tag, found: level, expected: .major)
      }
    }
    return decision
  }
}

/// The output of `swift package diagnose-api-breaking-changes`.
///
/// Source: its output in Swift 6.3, `N breaking changes detected in M:` with a line `💔 API breakage: …` each, or `No
/// breaking changes detected in M`. It does not list additions.
struct InterfaceComparison: Hashable {
  /// The breaking changes, in the compiler's wording.
  let breaks: [String]

  /// Returns nil when the comparison did not finish.
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
    case 0: "the public interface has no breaking changes since \(tag)"
    case 1: "the public interface has 1 breaking change since \(tag)"
    default: "the public interface has \(breaks.count) breaking changes since \(tag)"
    }
  }
}

extension Failure {
  /// The public interface has breaking changes, and the version is too low for them.
  static func brokenInterface(_ breaks: [String], found: Version, expected: ReleaseLevel) -> Failure {
    Failure(
      "the public interface has breaking changes in \(breaks.places), expected a \(expected.rawValue) version instead of `\(found)`",
      hint: "raise the version further, list intended changes with `allow`, or choose the version with `bump: auto`",
      notes: breaks.map { "  \($0)" }.shortenedList)
  }

  static func unannouncedInterfaceBreak(
    _ breaks: [String], since tag: String, found: ReleaseLevel, expected: ReleaseLevel
  ) -> Failure {
    Failure(
      "the public interface has breaking changes in \(breaks.places) since `\(tag)`, but the level of the commits is \(found.rawValue), expected \(expected.rawValue)",
      hint: "add `BREAKING CHANGE:` to a commit message, or list intended changes with `allow`",
      notes: breaks.map { "  \($0)" }.shortenedList)
  }

  static func notCompared(since tag: String, output: String) -> Failure {
    Failure(
      "the public interface could not be compared with `\(tag)`",
      hint: "check that both the current commit and the tag build with `swift build`",
      notes: output.split(whereSeparator: \.isNewline).suffix(10).map { "  \($0)" })
  }
}

extension [String] {
  /// The count with its noun: `1 place`, `2 places`.
  fileprivate var places: String { count == 1 ? "1 place" : "\(count) places" }

  /// The first ten elements, then a line with the count of the rest.
  var shortenedList: [String] { count <= 10 ? self : prefix(10) + ["  … and \(count - 10) more"] }
}
