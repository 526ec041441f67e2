import Lanes
import MartletCore

/// Prompts for the new version.
package struct PromptVersionStep: Step {
  package static let keyword = "prompt_version"
  package static let phase = StepPhase.always
  package static let summary =
    "Prompts for the new version, or for `major`, `minor` or `patch`, and raises the project to it. <enter> keeps the current version."
  package static let parameters: [Parameter<Self>] = []

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let current = try current(in: draft)
    let kind: Question.Kind =
      if let current { .version(current) } else {
        .firstVersion(try draft.releasefile.releaseRules.initial ?? Version("0.1.0"))
      }
    let question = Question(id: "version", text: "Version", kind: kind)
    let text = try draft.answers.answer(to: question) { Self.problem(with: $0, after: current) }
    if case .exactly(let answer) = try VersionChange(text), let current, answer.hasSamePrecedence(as: current) {
      return Decision()
    }
    var bump = BumpStep()
    bump.change = Template(text: text)
    return try bump.plan(draft)
  }

  /// Returns the current version; nil before the first.
  private func current(in draft: Draft) throws -> Version? {
    do {
      return try draft.version()
    } catch let failure as Failure where failure == draft.noTaggedVersion {
      return nil
    }
  }

  private static func problem(with text: String, after current: Version?) -> String? {
    do {
      // The first version has nothing to raise.
      guard let current else {
        _ = try Version(text)
        return nil
      }
      let version = try current.changed(VersionChange(text), prereleaseID: nil)
      return version.precedes(current) ? Failure.notRaised(current: current, requested: version).firstMessage : nil
    } catch {
      return "\(error)"
    }
  }
}
