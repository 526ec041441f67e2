import Lanes

/// Does nothing: the reporter of the run receives the entry and prints it.
struct MessagePerformer: EffectPerformer {
  func prepare(in workspace: Workspace, _ run: RunState) -> any PreparedEffect { PreparedAction(.nothing) { _ in } }
}
