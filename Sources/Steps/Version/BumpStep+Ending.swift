import Lanes
import MartletCore
import MartletManifests

/// When there is nothing to release.
extension BumpStep {
  package func ending(_ draft: Draft, without steps: [any Step]) -> Decision? {
    guard let text = change.literal, text != Self.asked, steps.allSatisfy({ ($0 as? RunStep)?.changesNothing == true })
    else { return nil }
    let decision = try? text == Self.automatic ? planAutomatic(draft) : endOfReleasedHead(draft)
    return decision.flatMap { $0.endsLane ? $0 : nil }
  }

  /// Ends a lane that would only release the commit of a release once more.
  func endOfReleasedHead(_ draft: Draft) throws -> Decision? {
    let change = try requestedChange(in: draft)
    guard let tag = try draft.tagOfReleasedHead(), try repeats(draft.version(), by: change, in: draft) else {
      return nil
    }
    return endReleased(tag)
  }

  /// The version stays. That of a release at HEAD can only get another build.
  func keptVersion(in draft: Draft) throws -> Decision {
    let steps = draft.laneName.map(draft.releasefile.steps(ofLaneNamed:)) ?? []
    guard !steps.contains(where: { $0.step is BumpBuildStep }), let tag = try draft.tagOfReleasedHead() else {
      return Decision()
    }
    return endReleased(tag)
  }

  private func endReleased(_ tag: String) -> Decision {
    end(["nothing to release: HEAD is the commit of `\(tag)`; `allow_empty: true` in the lane allows another release"])
  }

  /// Skips the later steps.
  func end(_ remarks: [String]) -> Decision {
    var decision = Decision(remarks: remarks)
    decision.endsLane = true
    return decision
  }

  /// Whether `change` of a lane whose commit is that of `released` only makes another release of it. A pre-release can become
  /// final, or one with another identifier.
  private func repeats(_ released: Version, by change: VersionChange, in draft: Draft) throws -> Bool {
    let hasSameID = try prereleaseID.map { released.prerelease.first?.description == (try draft.text(of: $0)) }
    return switch change {
    case .exactly(let version): released.hasSamePrecedence(as: version)
    case .prerelease: !released.isPrerelease || hasSameID ?? true
    case .major, .minor, .patch, .release: !released.isPrerelease || hasSameID ?? false
    }
  }
}

extension BumpStep {
  /// Returns a remark if the build number stays, although the last release raised it. One that equals the version rises with it.
  func buildRemark(of survey: VersionSurvey, from current: Version?, in draft: Draft) -> [String] {
    let steps = draft.laneName.map(draft.releasefile.steps(ofLaneNamed:)) ?? []
    guard !steps.contains(where: { $0.step is BumpBuildStep || $0.step is SetBuildSettingStep }),
      let build = try? survey.highestBuild(), current?.description != build.text,
      (try? draft.buildHabit(of: survey)) == .raised
    else { return [] }
    return [
      "the build number stays \(build.text), but the last release raised it; `bump: {build: increment}` in a lane raises it"
    ]
  }
}
