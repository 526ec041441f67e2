import Lanes
import MartletCore

/// The prompt of `bump: ask`.
struct VersionPrompt {
  /// The question; nil: `Version`, with the current one.
  let text: String?

  /// Returns the requested change; nil to keep the current version.
  func change(of draft: Draft) throws -> String? {
    let current = try current(in: draft)
    let kind: Question.Kind =
      if let current { .version(current) } else {
        .firstVersion(try draft.releasefile.releaseRules.initial ?? Version("0.1.0"))
      }
    var question = Question(id: "version", text: text ?? "Version", kind: kind)
    question.isComplete = text != nil
    let text = try draft.answers.answer(to: question) { Self.problem(with: $0, after: current) }
    if case .exactly(let answer) = try VersionChange(text), let current, answer.hasSamePrecedence(as: current),
      answer.components.count <= current.components.count
    {
      return nil
    }
    return text
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
    } catch VersionError.noSuchComponent(let version, let component) where component == "patch" {
      return
        "version `\(version)` has no patch component to raise, expected the new version in full, such as `\(version).1`"
    } catch {
      return "\(error)"
    }
  }
}
