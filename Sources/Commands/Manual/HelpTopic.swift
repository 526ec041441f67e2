import Lanes
import MartletCore

/// A part of the Releasefile that `martlet help` explains and that is neither a command nor a step.
enum HelpTopic: String, CaseIterable {
  case releasefile, variables, `if`, hooks, words

  /// The page, without a line end at its end.
  var text: String {
    switch self {
    case .releasefile: Self.page(PackageResources.releasefile_txt)
    case .variables: Self.variablesPage
    case .if: Self.page(PackageResources.if_txt)
    case .hooks: Self.page(PackageResources.hooks_txt)
    case .words: Self.page(PackageResources.words_txt)
    }
  }

  /// Whether the page `words` explains this word.
  static func explains(_ word: String) -> Bool { words.text.contains("\n  \(word)  ") }

  private static func page(_ file: [UInt8]) -> String { String(decoding: file.dropLast(), as: UTF8.self) }

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
}
