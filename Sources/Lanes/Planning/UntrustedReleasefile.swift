import MartletCore

/// The reason why a pull request's pipeline does not run the Releasefile: the request may have changed it.
enum UntrustedReleasefile: Equatable, Sendable {
  /// It differs from the target branch of the pull request.
  case changed(RelativePath, target: String)
  /// The target branch has not been fetched.
  case targetNotHere(String)
  /// The CI system does not provide the target branch.
  case noTarget(CISystem)
  /// It cannot be read here, or on the target branch.
  case unreadable

  /// Returns nil outside of pull requests, and where `releasefile` is the same as on the target branch.
  ///
  /// - Parameter releasefile: Nil if there is none, which is a difference if the target branch has one.
  init?(_ releasefile: SourceText?, in pipeline: Pipeline, _ workspace: some WorkspaceReading) throws {
    guard let pullRequest = pipeline.pullRequest else { return nil }
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
    let paths = releasefile.map { [$0.path] } ?? Releasefile.fileNames.compactMap { RelativePath($0) }
    let changed = try paths.first { try workspace.contents(of: $0, in: tip) != releasefile?.fileBytes }
    guard let changed else { return nil }
    self = .changed(changed, target: target)
  }
}

extension UntrustedReleasefile {
  /// The first part of a message, before a colon and the consequence.
  var phrase: String {
    switch self {
    case .changed(let path, let target):
      "`\(path)` differs from that of `\(target)`, the target branch of this pull request"
    case .targetNotHere(let target): "\(Self.unknown), because `\(target)` has not been fetched"
    case .noTarget(let system): "\(Self.unknown), because \(system.name) does not provide its target branch"
    case .unreadable: "\(Self.unknown), which cannot be read"
    }
  }

  private static let unknown = "this pull request may change the Releasefile"

  /// What to do next.
  var hint: String {
    switch self {
    case .changed(_, let target): "merge it first, then run this in a build of `\(target)`"
    case .targetNotHere(let target):
      "fetch it with `git fetch origin \("+refs/heads/\(target):refs/remotes/origin/\(target)".shellWord)`"
    case .noTarget, .unreadable: "run this in a branch build"
    }
  }
}
