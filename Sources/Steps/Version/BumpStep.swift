import Lanes
import MartletCore
import MartletManifests

/// Raises the version in every manifest.
package struct BumpStep: EndingStep {
  package static let keyword = "bump"
  package static let foreignNames = [
    "increment_version_number", "version_bump_podspec", "BumpVersion", "PrepareRelease", "version",
  ]
  package static let phase = StepPhase.always
  package static let summary = "Raises the version everywhere the project writes it."
  package static let parameters = [
    Parameter<Self>.main(
      "to", \.change,
      "`major`, `minor`, `patch`, `prerelease`, `release`, the new version itself, `auto` to choose the level from the changes since the last release, or `ask` to prompt for it: <enter> keeps the version.",
      .required),
    Parameter<Self>(
      "prerelease_id", \.prereleaseID,
      "The pre-release identifier: `beta` gives `1.5.0-beta.1`, then `-beta.2`."),
    Parameter<Self>("allow_lower", \.allowsLower, "Whether the version may stay the same or go down."),
    Parameter<Self>("text", \.text, "With `to: ask`: the question."),
  ]
  package static let outputs = [StepOutput("raised", "`true` if it changes the version, otherwise `false`.")]

  package var change: Template = ""
  package var prereleaseID: Template?
  package var allowsLower = false
  package var text: Template?

  package init() {}

  /// The value of `to` that chooses the level from the changes since the last release.
  package static let automatic = "auto"

  /// The value of `to` that prompts for the change.
  package static let asked = "ask"

  package func mistakes(id: String?) -> [StepProblem] {
    guard let text = change.literal, ![Self.automatic, Self.asked].contains(text) else { return [] }
    do {
      try check(VersionChange(text), text)
      return []
    } catch let error as VersionError {
      return [StepProblem(.badChange(error))]
    } catch {
      return [StepProblem(Failure(of: error))]
    }
  }

  package func plan(_ draft: Draft) throws -> Decision {
    var decision = try decision(draft)
    decision.outputs["raised"] = decision.version == nil ? "false" : "true"
    return decision
  }

  private func decision(_ draft: Draft) throws -> Decision {
    switch try draft.text(of: change) {
    case Self.automatic: return try planAutomatic(draft)
    case Self.asked:
      guard let answer = try VersionPrompt(text: text.map(draft.text(of:))).change(of: draft) else {
        return try keptVersion(in: draft)
      }
      var step = self
      step.change = Template(text: answer)
      return try step.decision(draft)
    default: break
    }
    if draft.pullRequest != nil { throw Failure.proposalNotAutomatic }
    if let decision = try endOfReleasedHead(draft) { return decision }
    let decision = try plan(by: requestedChange(in: draft), draft)
    try rejectTooLow(decision.version, in: draft)
    if !allowsLower { try draft.refuseBelowReleasesElsewhere(decision.version?.current) }
    return decision
  }

  /// Plans the version that the changes require; a pre-release if `prerelease_id` is set.
  func planAutomatic(_ draft: Draft) throws -> Decision {
    if draft.pullRequest != nil, prereleaseID != nil { throw Failure.proposalNotAutomatic }
    let next = try NextRelease(of: draft, prereleaseID: try prereleaseID.map(draft.text(of:)))
    guard let version = next.version else { return end(next.explanation) }
    if !allowsLower { try draft.refuseBelowReleasesElsewhere(version) }
    var decision =
      draft.releasefile.versionSource == .tag
      ? try repetitions(from: next.history.released?.version, to: version, in: draft)
      : Decision(version: VersionState(previous: next.history.released?.version, current: version))
    var isWritten = false
    if draft.releasefile.versionSource == .manifests {
      let survey = try draft.survey()
      let current = try ProjectVersion().version(of: survey, in: draft)
      if let current, !current.hasSamePrecedence(as: version) {
        if version.precedes(current), !allowsLower { throw Failure.notRaised(current: current, requested: version) }
        decision = try VersionWrite(survey, from: current, to: version).decision(in: draft)
      }
      decision.remarks += buildRemark(of: survey, from: current, in: draft)
      isWritten = current?.hasSamePrecedence(as: version) == true && next.history.released != nil
    }
    if draft.pullRequest != nil {
      let isMerged = try decision.effects.isEmpty && draft.isMerged(version, isWritten: isWritten)
      switch (draft.purpose == .proposal, isMerged) {
      case (false, false): return end(["nothing to release: the pull request of \(version) is not merged"])
      case (true, true): return end(["nothing to propose: \(version) is merged, and not released yet"])
      case (false, true): return Decision(version: decision.version, remarks: ["\(version) is merged"])
      case (true, false): break
      }
    }
    decision.remarks = next.explanation + decision.remarks
    return decision
  }

  /// Throws if an earlier step found interface breaks and the version is not raised as for a breaking change.
  private func rejectTooLow(_ version: VersionState?, in draft: Draft) throws {
    guard let breaks = draft.interfaceBreaks, !breaks.isEmpty, !allowsLower, let version,
      let released = try ReleaseHistory(of: draft).released?.version
    else { return }
    let needed = draft.releasefile.releaseRules.level(.major, of: released)
    guard version.current.level(above: released) < needed else { return }
    throw Failure.brokenInterface(breaks, found: version.current, expected: needed)
  }

  private func plan(by change: VersionChange, _ draft: Draft) throws -> Decision {
    if try draft.readsTags() {
      let current = try draft.changedVersion?.current ?? draft.newestTaggedVersion()
      return try repetitions(from: current, to: tagged(after: current, change, in: draft), in: draft)
    }
    let survey = try draft.survey()
    if survey.decision == .declared, survey.productSites.isEmpty, !survey.onlyRepeats {
      // Its error explains why the declared manifests have no version.
      _ = try survey.version()
      throw Failure.noVersion(in: draft)
    }
    if let decision = try completion(of: survey, by: change, draft) { return decision }
    let (current, new) = try versions(of: survey, change, in: draft)
    var decision = try VersionWrite(survey, from: current, to: new).decision(in: draft)
    decision.remarks += buildRemark(of: survey, from: current, in: draft)
    return decision
  }

  /// Plans the places that only repeat the version of the tags, for users, such as a README.
  private func repetitions(from old: Version?, to new: Version, in draft: Draft) throws -> Decision {
    guard let old else { return Decision(version: VersionState(previous: nil, current: new)) }
    let isFound = draft.releasefile.manifests == nil
    let survey = try isFound ? draft.resolution(for: .readmes, deciding: old) : draft.survey()
    return try VersionWrite(survey.ofReadmes, from: old, to: new).repetitions(in: draft)
  }

  /// Plans the rest of a bump to a version without a tag: the files that decide have it already, others may still have
  /// that of the last release.
  ///
  /// - Returns: nil in all other cases.
  private func completion(of survey: VersionSurvey, by change: VersionChange, _ draft: Draft) throws -> Decision? {
    guard case .exactly(let new) = change, !allowsLower, draft.changedVersion == nil,
      let current = try? survey.writtenVersion(), new.hasSamePrecedence(as: current)
    else { return nil }
    let isDeclared = survey.decision == .declared
    let tags = isDeclared ? (try? draft.releaseTags().tags) ?? .none : survey.tags
    guard let released = tags.released, released.precedes(new), !tags.contains(new) else { return nil }
    let rest = isDeclared ? survey : try draft.resolution(for: .edits, deciding: released)
    return try VersionWrite(rest, from: released, to: new).remainder(in: draft)
  }

  func requestedChange(in draft: Draft) throws -> VersionChange {
    let text = try draft.text(of: change)
    do {
      let change = try VersionChange(text)
      try check(change, text)
      return change
    } catch let error as VersionError {
      throw Failure.badChange(error)
    }
  }

  private func check(_ change: VersionChange, _ text: String) throws(Failure) {
    if prereleaseID != nil, !change.takesPrereleaseID { throw .needlessPrereleaseID(change: text) }
  }

  /// Returns the next version where tags are the version source. The first version must be given explicitly.
  private func tagged(after current: Version?, _ change: VersionChange, in draft: Draft) throws -> Version {
    if let current { return try raised(current, by: change, in: draft) }
    guard case .exactly(let first) = change else { throw draft.noTaggedVersion }
    return first
  }

  /// Returns the versions before (nil when the manifests disagree and an explicit version settles it) and after.
  private func versions(
    of survey: VersionSurvey, _ change: VersionChange, in draft: Draft
  ) throws -> (current: Version?, new: Version) {
    do {
      guard let current = try draft.changedVersion?.current ?? ProjectVersion().version(of: survey, in: draft) else {
        // The first version must be given explicitly.
        guard case .exactly(let first) = change else { throw Failure.noVersion(in: draft) }
        return (nil, first)
      }
      return (current, try raised(current, by: change, in: draft))
    } catch SurveyError.disagreement(let sites) {
      guard case .exactly(let new) = change else { throw SurveyError.disagreement(sites) }
      let highest = survey.productSites.compactMap(\.version).highest
      if let highest, new.precedes(highest), !allowsLower { throw Failure.notRaised(current: highest, requested: new) }
      return (nil, new)
    }
  }

  private func raised(_ current: Version, by change: VersionChange, in draft: Draft) throws -> Version {
    let new: Version
    do {
      let id = try prereleaseID.map(draft.text(of:))
      new = try spelled(current, for: change, in: draft).changed(change, prereleaseID: id)
    } catch let error as VersionError {
      var failure = Failure.badChange(error)
      if case .missingPrereleaseID = error, draft.laneName != nil {
        failure.diagnostics[0].hint = "name it in the lane with `bump: {to: prerelease, prerelease_id: beta}`"
      }
      throw failure
    }
    guard !allowsLower else { return new }
    // `1.7.0` instead of `1.7` is another text of the same version.
    if new.hasSamePrecedence(as: current), new.components.count > current.components.count { return new }
    if new.hasSamePrecedence(as: current) { throw Failure.alreadyThere(current) }
    guard try current.precedes(new) || isPatch(new, before: current, in: draft) else {
      throw Failure.notRaised(current: current, requested: new)
    }
    return new
  }

  /// Returns `2.0` as `2.0.0` for a patch, if other releases have three numbers.
  private func spelled(_ current: Version, for change: VersionChange, in draft: Draft) throws -> Version {
    guard change == .patch, !current.isPrerelease, current.components.count == 2,
      try draft.releases().contains(where: { $0.version.components.count == 3 })
    else { return current }
    return try Version("\(current.core).0")
  }

  /// Whether `new` is the next release while only a tag has the pre-release `current`: `1.4.3` after `1.4.2` and
  /// `1.5.0-beta.1`.
  private func isPatch(_ new: Version, before current: Version, in draft: Draft) throws -> Bool {
    guard current.isPrerelease, !new.isPrerelease,
      try draft.readsTags() || draft.releasefile.manifests == nil && draft.survey().decision.isTagged
    else { return false }
    let tags = try draft.releaseTags().tags
    return tags.released?.precedes(new) == true && !tags.contains(new)
  }
}

extension VersionChange {
  /// Whether `prerelease_id` applies: a change that names a full version includes its pre-release part.
  fileprivate var takesPrereleaseID: Bool {
    switch self {
    case .major, .minor, .patch, .prerelease: true
    case .release, .exactly: false
    }
  }
}

extension Failure {
  static func notRaised(current: Version, requested: Version) -> Failure {
    Failure(
      "`\(requested)` does not come after `\(current)`, expected a later version",
      hint: "to set it anyway, add `--allow-lower` (in a Releasefile `allow_lower: true`)")
  }

  static func alreadyThere(_ version: Version) -> Failure {
    Failure(
      "the version is already `\(version)`, expected a later one",
      hint: "to set it anyway, add `--allow-lower` (in a Releasefile `allow_lower: true`)")
  }

  /// `bump` also takes `auto`, unlike a prompt.
  package static func badChange(_ error: VersionError, exit: ExitStatus = .failed) -> Failure {
    Failure("\(error)".replacing("expected `major`", with: "expected `auto`, `major`"), hint: error.hint, exit: exit)
  }

  static func needlessPrereleaseID(change: String) -> Failure {
    Failure(
      "`\(change)` cannot be combined with a pre-release identifier, expected `major`, `minor`, `patch` or `prerelease`"
    )
  }
}
