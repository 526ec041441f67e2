import Lanes
import MartletCore

/// Stops the lane unless a given branch is checked out.
package struct EnsureBranchStep: CheckStep {
  package static let keyword = "branch"
  package static let foreignNames = ["ensure_git_branch"]
  package static let phase = StepPhase.always
  package static let summary = "Stops unless the given branch is checked out."
  package static let parameters = [
    Parameter<Self>.main(
      "branch", \.branches, "The full name of the branch, or several; `*` stands for any text: `release/*`.", .required)
  ]

  package var branches: [Template] = []

  package init() {}

  package func mistakes(id: String?) -> [StepProblem] {
    branches.compactMap(\.literal).filter { $0.contains { "^~:?[\\".contains($0) } }.map {
      StepProblem(.badBranchPattern($0))
    }
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let expected = try branches.map { try draft.text(of: $0) }
    let found = try draft.branch()
    guard expected.contains(where: { found.matches(branch: $0) }) else {
      throw Failure.wrongBranch(found: found, expected: expected, existing: try existing(among: expected, in: draft))
    }
    return Decision()
  }

  /// Returns the first of these branches that is here or at the remote.
  private func existing(among names: [String], in draft: Draft) throws -> String? {
    try names.first { name in
      try ["refs/heads/\(name)", "refs/remotes/origin/\(name)"].contains {
        try draft.workspace.commit(named: $0) != nil
      }
    }
  }
}

extension Releasefile {
  /// The branches that checks of the lane name, without patterns.
  package func requiredBranches(inLaneNamed name: String) -> [String] {
    steps(ofLaneNamed: name).compactMap { $0.step as? EnsureBranchStep }.flatMap(\.branches).compactMap(\.literal)
      .filter { !$0.contains("*") }
  }
}

extension String {
  /// Whether the branch has the name `pattern`, in which `*` stands for any text. No branch has a `*` in its name.
  fileprivate func matches(branch pattern: String) -> Bool {
    let parts = pattern.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return self == pattern }
    var rest = Array(utf8)[...]
    guard rest.starts(with: first), rest.count >= first.count + last.count else { return false }
    rest = rest.dropFirst(first.count)
    guard rest.suffix(last.count).elementsEqual(last) else { return false }
    rest = rest.dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let start = rest.indices.first(where: { rest[$0...].starts(with: part) }) else { return false }
      rest = rest[(start + part.count)...]
    }
    return true
  }
}

extension Failure {
  fileprivate static func badBranchPattern(_ text: String) -> Failure {
    Failure(
      "`\(text)` is not the name of a branch, expected one such as `main`, or with `*` for any text, such as `release/*`"
    )
  }

  static func wrongBranch(found: String, expected: [String], existing: String?) -> Failure {
    let names = expected.map { "`\($0)`" }.joined(separator: " or ")
    let missing = expected.first { !$0.contains("*") }
    return Failure(
      "branch `\(found)` is checked out, expected \(names)",
      hint: existing.map { "check it out with `git switch \($0.shellWord)`" }
        ?? missing.map { "create it with `git switch --create \($0.shellWord)`, or expect another one" }
        ?? "check out a branch whose name matches, or create one with `git switch --create`"
    ).permanent
  }
}
