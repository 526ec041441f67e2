/// Shows nothing by itself: whoever watches the run is told of the entry, and shows it.
struct MessagePerformer: EffectPerformer {
  func verify(in workspace: Workspace, after outlook: inout Outlook) {}

  func perform(in workspace: Workspace, _ run: inout RunState) -> Undo { .nothing }
}
