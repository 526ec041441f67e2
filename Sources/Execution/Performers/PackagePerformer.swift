import Lanes

/// Publishes a package.
struct PackagePerformer: EffectPerformer {
  let publication: PackagePublication

  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    try PackagePublisher(publication, in: workspace).check()
  }

  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? {
    guard case .done = try publication.state(in: workspace) else { return nil }
    return .package(publication)
  }

  func prepare(in workspace: Workspace, _ run: RunState) -> any PreparedEffect {
    PreparedAction(.package(publication)) { run in
      try PackagePublisher(publication, in: workspace, reporter: run.reporter).publish(run)
    }
  }
}
