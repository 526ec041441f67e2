import MartletCore

/// The pull request by which a lane releases, as the Releasefile declares it under `pull_request`.
package struct PullRequestDeclaration: Hashable, Sendable {
  /// Without `refs/heads/`; nil: `martlet/` and the name of the lane.
  package var branch: String?
  package var labels: [String] = []
  /// Whether it is opened as a draft.
  package var isDraft = false

  package init() {}

  static var form: GrammarForm { .anyOf([.flag, .mapping(keys)]) }

  fileprivate static let keys: [GrammarKey<PullRequestDeclaration>] = [
    GrammarKey("branch", .text("Its branch; left out, `martlet/` and the name of the lane.")) {
      $2.branch = $0.branchName($1.value)
    },
    GrammarKey("labels", .list(.text("")), "Its labels.") {
      $2.labels = $0.texts(in: $1.value, of: "a list of labels")
    },
    GrammarKey("draft", .flag, "Whether it is opened as a draft.") { $2.isDraft = $0.flag($1.value) },
  ]
}

extension ReleasefileDecoder {
  mutating func pullRequest(_ node: Node) -> PullRequestDeclaration? {
    guard node.entries != nil else { return flag(node) ? PullRequestDeclaration() : nil }
    var declaration = PullRequestDeclaration()
    decode(
      node, by: PullRequestDeclaration.keys, into: &declaration, of: "`pull_request`",
      expected: "`true` or a mapping such as `{labels: [release]}`")
    return declaration
  }

  fileprivate mutating func branchName(_ node: Node) -> String? {
    guard let text = text(node) else { return nil }
    guard RefName.isValid("refs/heads/\(text)"), !text.hasPrefix("-") else {
      steps.report(.wrongValue(expected: "the name of a branch, such as `martlet/release`"), at: node)
      return nil
    }
    return text
  }
}

/// What a lane is planned for.
package enum PlanningPurpose: Equatable, Sendable {
  /// To run it: the steps that do not prepare the pull request.
  case run
  /// To finish its release, which was pushed to that branch: HEAD is the commit before it, and was checked then.
  case finish(branch: String)
  /// To open its pull request: the steps up to the commit that do not release.
  case proposal
}

/// When a step is planned in a lane with `pull_request`.
package enum StepPhase: Sendable {
  /// For the pull request: it writes or commits files.
  case proposal
  /// After the merge.
  case release
  /// Both times.
  case always
}
