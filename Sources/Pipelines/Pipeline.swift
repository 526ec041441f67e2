import Versioning

/// What a CI system says of the work that this process is part of.
///
/// It is what the system's variables say and no more: whether it is so is for others to find out.
package struct Pipeline: Hashable, Sendable {
  package let system: CISystem
  /// The branch that is built, without `refs/heads/`; nil for a tag, a pull request, and where nobody says.
  package internal(set) var branch: String?
  /// The tag that is built, without `refs/tags/`.
  package internal(set) var tag: String?
  /// What is built; of a pull request, often a merge that exists only there.
  package internal(set) var commit: ObjectID?
  package internal(set) var pullRequest: PullRequest?
  /// How the system counts its runs; not always a number.
  package internal(set) var buildNumber: String?
  /// The address of the forge, or of the system itself.
  package internal(set) var server: String?
  /// What is odd about the variables, a line each.
  package internal(set) var remarks: [String] = []

  init(_ system: CISystem) {
    self.system = system
  }

  /// Somebody's proposal to change a branch.
  package struct PullRequest: Hashable, Sendable {
    /// Where its commits come from.
    package enum Origin: String, Sendable {
      case sameRepository = "same-repository"
      case fork
      /// The system does not say: to be treated as a fork.
      case unknown

      /// One that two names of repositories tell, as far as both are known.
      init<Name: Equatable>(_ source: Name?, in target: Name?) {
        guard let source, let target else {
          self = .unknown
          return
        }
        self = source == target ? .sameRepository : .fork
      }
    }

    package internal(set) var number: String?
    /// The branch that is proposed, in whatever repository it is.
    package internal(set) var source: String?
    /// The branch that it is proposed for.
    package internal(set) var target: String?
    package internal(set) var origin: Origin
  }

  /// All of it in one line, such as `GitHub Actions, branch main, commit 1a2b3c4, build 17`.
  package var summary: String {
    let parts = [
      system.name, branch.map { "branch \($0)" }, tag.map { "tag \($0)" }, pullRequest?.summary,
      commit.map { "commit \($0.short)" }, buildNumber.map { "build \($0)" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// How much of it its variables say: what is built by a system says more than what a stray variable leaves behind.
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
  /// Behind `a pull request`.
  package var phrase: String {
    switch self {
    case .sameRepository: "from the same repository"
    case .fork: "from a fork"
    case .unknown: "from nobody knows where"
    }
  }
}
