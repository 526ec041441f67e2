import MartletCore

/// The facts about the current build from the variables of a CI system.
///
/// They are not verified against the repository.
package struct Pipeline: Hashable, Sendable {
  package let system: CISystem
  /// The branch that is built, without `refs/heads/`; nil for a tag, a pull request, and when unknown.
  package internal(set) var branch: String?
  /// The tag that is built, without `refs/tags/`.
  package internal(set) var tag: String?
  /// The commit that is built; for a pull request, often a temporary merge commit.
  package internal(set) var commit: ObjectID?
  package internal(set) var pullRequest: PullRequest?
  /// The event that started the build, if it is not one that only users with write access cause; empty if the system
  /// does not provide it; nil for a known event, and for a pull request.
  package internal(set) var unknownEvent: String?
  /// Whether the pipeline's definition states, in `trustVariable`, that only users who may release can start it.
  package internal(set) var isTrusted = false
  /// The number of the build; not always numeric.
  package internal(set) var buildNumber: String?
  /// The address of the forge, or of the system itself.
  package internal(set) var server: String?
  /// Warnings about the variables, one line each.
  package internal(set) var remarks: [String] = []

  init(_ system: CISystem) {
    self.system = system
  }

  /// The pull request that is built.
  package struct PullRequest: Hashable, Sendable {
    /// The repository of its commits.
    package enum Origin: String, Sendable {
      case sameRepository = "same-repository"
      case fork
      /// Unknown, to be treated as a fork.
      case unknown

      /// Compares the names of two repositories; `unknown` if one is nil.
      init<Name: Equatable>(_ source: Name?, in target: Name?) {
        guard let source, let target else {
          self = .unknown
          return
        }
        self = source == target ? .sameRepository : .fork
      }
    }

    package internal(set) var number: String?
    /// The source branch, which may be in another repository.
    package internal(set) var source: String?
    /// The target branch.
    package internal(set) var target: String?
    package internal(set) var origin: Origin
  }

  /// A summary in one line, such as `GitHub Actions, branch main, commit 1a2b3c4, build 17`.
  package var summary: String {
    let parts = [
      system.name, branch.map { "branch \($0)" }, tag.map { "tag \($0)" }, pullRequest?.summary,
      commit.map { "commit \($0.short)" }, buildNumber.map { "build \($0)" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// The number of known facts. A stray variable of another system gives fewer facts than a real build.
  var evidence: Int {
    [branch ?? tag ?? pullRequest?.number, commit?.hex, buildNumber, server].compactMap { $0 }.count
  }
}

extension Pipeline.PullRequest {
  fileprivate var summary: String {
    "pull request" + (number.map { " \($0)" } ?? "") + " " + origin.phrase
      + (source.map { ", \($0)" } ?? "") + (target.map { " → \($0)" } ?? "")
  }
}

extension Pipeline.PullRequest.Origin {
  /// The phrase after `a pull request`.
  package var phrase: String {
    switch self {
    case .sameRepository: "from the same repository"
    case .fork: "from a fork"
    case .unknown: "from an unknown repository"
    }
  }
}
