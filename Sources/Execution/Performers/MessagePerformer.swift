/// Shows nothing by itself: whoever watches the run is told of the entry, and shows it.
struct MessagePerformer: EffectPerformer, PreparedEffect {
  var change: Change { .nothing }

  func verify(in workspace: Workspace, after outlook: inout Outlook) {}

  func isPerformed(in workspace: Workspace, _ run: RunState) -> Change? { nil }

  func prepare(in workspace: Workspace, _ run: RunState) -> any PreparedEffect { self }

  func perform(_ run: inout RunState) {}
}
