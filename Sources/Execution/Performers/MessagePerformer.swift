/// Does nothing: the reporter of the run receives the entry and prints it.
struct MessagePerformer: EffectPerformer, PreparedEffect {
  var change: Change { .nothing }

  func verify(in workspace: Workspace, after pending: inout PendingChanges) {}

  func isPerformed(in workspace: Workspace, _ run: RunState) -> Change? { nil }

  func prepare(in workspace: Workspace, _ run: RunState) -> any PreparedEffect { self }

  func perform(_ run: inout RunState) {}
}
