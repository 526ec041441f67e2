import Lanes
import MartletCore

/// A part of the Releasefile that `martlet help` explains and that is neither a command nor a step.
enum HelpTopic: String, CaseIterable {
  case releasefile, variables, `if`, hooks

  /// The page, without a line end at its end.
  var text: String {
    switch self {
    case .releasefile: Self.releasefilePage
    case .variables: Self.variablesPage
    case .if: Self.conditionPage
    case .hooks: Self.hooksPage
    }
  }

  private static let releasefilePage = """
    A Releasefile is a YAML file at the root of the repository. It declares lanes:
    named lists of steps.

      lanes:
        release:
          summary: Cut a release from main.
          steps:
            - ensure_clean
            - bump: minor
            - commit: Version ${version}
            - tag
            - push

    `martlet init` writes one, `martlet check` validates it, and
    `martlet plan release` shows what the lane would do.

    `packages:` beside `lanes:` declares several packages, each with its own version
    and tags; see `martlet steps packages`.

    More: martlet help variables, martlet help if, martlet help hooks,
    martlet steps, martlet schema.
    """

  private static var variablesPage: String {
    let facts = FactName.allCases.map { ("${\($0.rawValue)}", $0.summary) }
    let others = [
      ("${env.NAME}", "the environment variable NAME"),
      ("${PARAMETER}", "a parameter of the lane"),
      ("${steps.ID.OUTPUT}", "an output of an earlier step with `id: ID`"),
      ("${error.message}", "in `on_error`: what failed; also `error.step` and `error.lane`"),
    ]
    let width = (facts + others).map(\.0.count).max() ?? 0
    let lines = (facts + others).map { name, summary in
      "  \(name.padded(to: width))  \(summary)".wrapped(to: 80, indentedBy: width + 4)
    }
    return """
      ${NAME} in a text of the Releasefile is replaced when the lane is planned.
      $${ is a literal ${.

      \(lines.joined(separator: "\n"))

      Commands that `run` starts find each fact and each parameter in their
      environment: MARTLET_VERSION, MARTLET_PREVIOUS_VERSION, MARTLET_TAG and so on.
      `shell:` scripts read these, because ${…} is not replaced in them.
      """
  }

  private static let conditionPage = """
    `if` beside a step decides whether the step is part of the plan.

      - tag
        if: channel == stable

      NAME          true unless its value is empty, `false` or `no`
      not NAME      the opposite
      NAME == TEXT  true when the value is this text
      NAME != TEXT  true when it is another text
      [A, B]        true when all of these are

    NAME is a fact, a parameter or an output, without ${…}: `branch`, `env.CI`,
    `steps.ID.answer`. `martlet help variables` lists the facts.
    """

  private static let hooksPage = """
    Hooks are lists of steps around a lane, at the top of the Releasefile for every
    lane, or in one lane. They run around the lane that the command line names, not
    around lanes that it calls.

      before_all  before the first step
      after_all   after the last step, when nothing failed
      on_error    when a step failed
      finally     last, in every case

      on_error:
        - message: ${error.lane} stopped at ${error.step}
    """
}
