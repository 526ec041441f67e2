import Pipelines
import TextEditing

/// Why nothing is run by the Releasefile in the pipeline of a pull request: whoever sent it may have changed the file.
package enum ReleasefileDoubt: Equatable, Sendable {
  /// It is not as the branch has it that the pull request is for.
  case changed(RelativePath, target: String)
  /// That branch has not been fetched.
  case targetNotHere(String)
  /// Nobody says which branch that is.
  case noTarget(CISystem)

  /// Nil outside of pull requests, and where `releasefile` is what the branch has that the pull request is for.
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

extension ReleasefileDoubt {
  /// What is so, to stand before a colon and what is not done.
  package var phrase: String {
    switch self {
    case .changed(let path, let target): "`\(path)` is not as `\(target)` has it, which this pull request is for"
    case .targetNotHere(let target): "\(Self.unknown), because `\(target)` has not been fetched"
    case .noTarget(let system): "\(Self.unknown), because \(system.name) does not say which branch it is for"
    }
  }

  private static let unknown = "nobody can tell whether this pull request changes the Releasefile"

  /// An order that gets on.
  ///
  /// - Parameter deed: What is to be done then, such as `run the lane`.
  package func hint(for deed: String) -> String {
    switch self {
    case .changed(_, let target): "merge it first, then \(deed) where `\(target)` is built"
    case .targetNotHere(let target):
      "get it with `git fetch origin \("+refs/heads/\(target):refs/remotes/origin/\(target)".shellWord)`"
    case .noTarget: "\(deed) where a branch is built"
    }
  }
}
