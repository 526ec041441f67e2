import Processes

extension PushOperation {
  /// Runs the hook `pre-push` as git does: once for each place, which is in its arguments, with an input line for each
  /// reference to be pushed.
  ///
  /// git would run it during the connection. Here it runs before, and if it fails, nothing has been sent.
  func runHook(_ references: [PushedReference], _ states: [RemoteState]) throws(TransportError) {
    guard request.runsHooks else { return }
    let hook = Hook(name: "pre-push", repository: transport.repository, policy: .quiet)
    for state in states {
      let lines = references.filter { !state.has($0) }.map { $0.hookLine(over: state) }.joined()
      do {
        try hook.run(
          [remote.name, state.place.url.string], input: .bytes(Array(lines.utf8)),
          isInteractive: transport.isInteractive)
      } catch {
        if case .interrupted(let signal) = error { throw .interrupted(signal: signal) }
        if case .hookFailed(_, _, let output) = error { throw .hookFailed(output: output) }
        throw .hookFailed(output: error.diagnostics.map(\.message).joined(separator: "\n"))
      }
    }
  }
}

extension PushedReference {
  /// Returns `<name here> <object> <name there> <object there>`, with zeros for a missing object.
  fileprivate func hookLine(over state: RemoteState) -> String {
    let found = state.objects[destination]?.hex ?? String(repeating: "0", count: object.hex.count)
    return "\(source) \(object) \(destination) \(found)\n"
  }
}
