import Lanes
import Versioning

/// Asks for the new version.
package struct PromptVersionStep: Step {
  package static let keyword = "prompt_version"
  package static let summary = "Asks for the new version and raises to it; <enter> keeps the current one."
  package static let parameters: [Parameter<Self>] = []

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let current = try draft.version()
    let question = Question(id: "version", text: "Version", kind: .version(current))
    let text = try draft.answers.answer(to: question) { Self.problem(with: $0, after: current) }
    let answer = try Version(text)
    guard !answer.hasSamePrecedence(as: current) else { return Decision() }
    var bump = BumpStep()
    bump.change = Template(text: text)
    return try bump.plan(draft)
  }

  private static func problem(with text: String, after current: Version) -> String? {
    do {
      let version = try Version(text)
      guard version.precedes(current) else { return nil }
      return StepError.notRaised(current: current, asked: version).firstMessage
    } catch {
      return "\(error)"
    }
  }
}
