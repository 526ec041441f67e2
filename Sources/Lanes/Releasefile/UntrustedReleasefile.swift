import MartletTextEditing
import Pipelines

/// The reason why a pull request's pipeline does not run the Releasefile: the request may have changed it.
package enum UntrustedReleasefile: Equatable, Sendable {
  /// It differs from the target branch of the pull request.
  case changed(RelativePath, target: String)
  /// The target branch has not been fetched.
  case targetNotHere(String)
  /// The CI system does not provide the target branch.
  case noTarget(CISystem)

  /// Returns nil outside of pull requests, and where `releasefile` is the same as on the target branch.
  package init?(_ releasefile: SourceText?, in pipeline: Pipeline?, _ workspace: any WorkspaceReading) throws {
    guard let releasefile, let pipeline, let pullRequest = pipeline.pullRequest else { return nil }
    guard let target = pullRequest.target else {
      self = .noTarget(pipeline.system)
      return
    }
    guard let destination = try workspace.pushDestination(of: target),
      let tip = try workspace.trackedHead(of: destination)
    else {
      self = .targetNotHere(target)
      return
    }
    guard try workspace.contents(of: releasefile.path, in: tip) != releasefile.fileBytes else { return nil }
    self = .changed(releasefile.path, target: target)
  }
}

extension UntrustedReleasefile {
  /// The first part of a message, before a colon and the consequence.
  package var phrase: String {
    switch self {
    case .changed(let path, let target):
      "`\(path)` differs from that of `\(target)`, the target branch of this pull request"
    case .targetNotHere(let target): "\(Self.unknown), because `\(target)` has not been fetched"
    case .noTarget(let system): "\(Self.unknown), because \(system.name) does not provide its target branch"
    }
  }

  private static let unknown = "this pull request may change the Releasefile"

  /// Returns a hint for what to do next.
  ///
  /// - Parameter deed: The action to repeat, such as `run the lane`.
  package func hint(for deed: String) -> String {
    switch self {
    case .changed(_, let target): "merge it first, then \(deed) in a build of `\(target)`"
    case .targetNotHere(let target):
      "fetch it with `git fetch origin \("+refs/heads/\(target):refs/remotes/origin/\(target)".shellWord)`"
    case .noTarget: "\(deed) in a branch build"
    }
  }
}
