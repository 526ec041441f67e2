import Lanes
import MartletChangelogs
import MartletCore
import MartletManifests

/// The next release and its reasons.
package struct NextRelease {
  package let history: ReleaseHistory
  package let decision: ReleaseDecision
  /// Nil when there is nothing to release.
  package let version: Version?
  /// The source of a version above the level's: a pre-release tag, or the manifests; nil when there is none.
  private let ahead: String?
  private let rules: ReleaseRules
  /// The tag of the last pre-release, if nothing has changed since it; nil if another one can follow.
  private let unchangedPrerelease: String?
  /// Remarks about tags that may be those of earlier releases; empty after a release.
  private let otherTags: [String]

  package init(of draft: Draft, prereleaseID: String? = nil) throws {
    rules = draft.releasefile.releaseRules
    history = try ReleaseHistory(of: draft)
    otherTags = history.released == nil ? try OtherTags(in: draft).remarks : []
    let others = Self.breaks(in: draft) + Self.dependencies(in: draft)
    decision = try ReleaseDecision(history.list, by: rules, with: history.files.map(\.reason) + others)
    let next = NextVersion(
      by: rules, after: history.released?.version, written: try Self.written(in: draft),
      tags: (history.tagged, history.prerelease?.version))
    if prereleaseID != nil, try !Self.hasChanged(since: history, in: draft, others) {
      version = nil
      unchangedPrerelease = history.prerelease?.tag
    } else {
      unchangedPrerelease = nil
      version = try next.version(for: decision, prereleaseID: prereleaseID)
    }
    ahead = try Self.ahead(version, of: decision, by: rules, history)
  }

  private static func ahead(
    _ version: Version?, of decision: ReleaseDecision, by rules: ReleaseRules, _ history: ReleaseHistory
  ) throws -> String? {
    guard let core = version?.core, let released = history.released?.version, decision.request == nil,
      try released.raised(by: rules.level(decision.level, of: released)).precedes(core)
    else { return nil }
    guard let prerelease = history.prerelease, prerelease.version.core.hasSamePrecedence(as: core) else {
      return "the version in the manifests"
    }
    return prerelease.tag
  }

  /// Whether there are changes for another pre-release.
  private static func hasChanged(
    since history: ReleaseHistory, in draft: Draft, _ others: [ReleaseDecision.Reason]
  ) throws -> Bool {
    guard let prerelease = history.prerelease else { return true }
    let files = try ReleaseHistory.changeFiles(of: draft, since: prerelease.commit)
    let since = try ReleaseDecision(
      history.changesSincePrerelease(of: draft), by: draft.releasefile.releaseRules,
      with: files.map(\.reason) + others)
    return since.level > .none || since.request != nil
  }

  /// Returns the version in the manifests; nil where tags are the version source, where the manifests only repeat the
  /// version of the newest tag, or there is no version yet.
  private static func written(in draft: Draft) throws -> Version? {
    guard draft.releasefile.versionSource == .manifests else { return nil }
    let survey = try draft.survey(for: .version)
    let version = try survey.writtenVersion()
    if version == nil, survey.decision == .declared, !survey.onlyRepeats { throw Failure.noVersion(in: draft) }
    return version
  }

  private static func breaks(in draft: Draft) -> [ReleaseDecision.Reason] {
    (draft.interfaceBreaks ?? []).map { .init(name: "interface", text: $0, level: .major) }
  }

  /// Returns a patch reason for each dependency that is released, too: its dependents are released with it.
  private static func dependencies(in draft: Draft) -> [ReleaseDecision.Reason] {
    (draft.package?.dependencies ?? []).compactMap { name in
      draft.changedVersion(ofPackage: name).map {
        .init(name: name, text: "\(name) is \($0.current)", level: .patch)
      }
    }
  }
}

extension NextRelease {
  /// Returns the next version, or the current one when nothing is to be released. With tags as the version source that
  /// is the last release reachable from HEAD, even if other branches have later ones.
  package func versionOrCurrent(in draft: Draft) throws -> Version {
    if let version { return version }
    if draft.releasefile.versionSource == .tag, let released = history.released { return released.version }
    return try draft.version()
  }

  /// The level of the changes. Before 1.0.0 the version is raised by less.
  private var levelPhrase: String {
    let raised = history.released.map { rules.level(decision.level, of: $0.version) } ?? decision.level
    return raised == decision.level ? raised.rawValue : "\(raised.rawValue) (\(decision.level.rawValue) from 1.0.0 on)"
  }

  private static let untyped =
    "no commit has a type such as `feat` or `fix`: name the level with `bump: ask` in the Releasefile and `--answer version=patch`"

  /// The number of reasons to print; the rest are counted.
  private static let reasonLimit = 5

  /// The reasons for this version, one line each.
  package var explanation: [String] {
    if let tag = unchangedPrerelease {
      return [
        "nothing to release: no commit since \(tag) has a release level; `bump: prerelease` makes another pre-release in "
          + "any case"
      ]
    }
    let count = history.list.commitCount == 1 ? "1 commit" : "\(history.list.commitCount) commits"
    let since = history.released.map { "since \($0.tag)" } ?? "so far"
    guard let version else {
      let hasTypes = history.list.changes.contains {
        ReleaseRules.standardTypes[$0.type ?? ""] != nil || ConventionalHeader.commonTypes.contains($0.type ?? "")
      }
      let untyped = hasTypes || history.list.changes.isEmpty ? [] : [Self.untyped]
      return ["nothing to release: \(count) \(since), none with a release level"] + untyped + otherTags
    }
    if let request = decision.request {
      return ["\(request.version) because commit \(request.commit.id.short) has `Release-As: \(request.version)`"]
    }
    guard history.released != nil else {
      return ["no release tag is reachable from HEAD, so \(version) is the first release, with \(count)"] + otherTags
    }
    let reasons = decision.reasons.prefix(Self.reasonLimit).map { "  \($0.name)  \($0.text)" }
    let rest = decision.reasons.count - reasons.count
    return ["\(levelPhrase), of \(count) \(since), because of"] + reasons
      + (rest > 0 ? ["  … and \(rest) more"] : []) + (ahead.map { ["but \($0) is higher"] } ?? [])
  }
}
