extension ReleasefileDecoder {
  /// Every lane that is called exists, and no lane reaches itself.
  mutating func checkLaneCalls() {
    let names = result.lanes.map(\.name)
    let known = Set(names)
    for mention in steps.mentionedLanes where !known.contains(mention.name) {
      steps.report(.unknownLane(mention.name, known: names), at: mention.span)
    }
    let calls = Dictionary(result.lanes.map { ($0.name, $0.calledLanes) }) { first, _ in first }
    var cleared: Set<String> = []
    for name in names {
      guard let cycle = cycle(from: name, along: calls, cleared: &cleared) else { continue }
      let span = calls[cycle[0]]?.first { $0.name == cycle[1] }?.span ?? 0..<0
      steps.report(.laneCycle(cycle), at: span)
    }
  }

  /// The first circle that the way from the lane `start` runs into, its first name again at its end. Lanes that were
  /// walked before are `cleared` and not walked again. The way is kept by hand: it may be thousands of lanes long.
  private func cycle(
    from start: String, along calls: [String: [LaneName]], cleared: inout Set<String>
  ) -> [String]? {
    guard cleared.insert(start).inserted else { return nil }
    var path = [(lane: start, calls: calls[start, default: []][...])]
    while !path.isEmpty {
      guard let call = path[path.count - 1].calls.popFirst() else {
        path.removeLast()
        continue
      }
      if cleared.insert(call.name).inserted {
        path.append((call.name, calls[call.name, default: []][...]))
      } else if let first = path.firstIndex(where: { $0.lane == call.name }) {
        return path[first...].map(\.lane) + [call.name]
      }
    }
    return nil
  }
}

extension Lane: LaneCalling {
  package var calledLanes: [LaneName] {
    (steps + lifeCycle.beforeAll + lifeCycle.afterAll + lifeCycle.onError + lifeCycle.finally).flatMap(\.calledLanes)
  }
}
