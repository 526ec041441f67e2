extension ReleasefileDecoder {
  /// Checks that every called lane exists, that its arguments are valid, and that no lane calls itself.
  mutating func checkLaneCalls() {
    let names = result.lanes.map(\.name)
    let known = Set(names)
    for mention in steps.mentionedLanes where !known.contains(mention.name) {
      steps.report(.unknownLane(mention.name, known: names), at: mention.span)
    }
    for call in result.lanes.flatMap(\.laneCalls) + result.lifeCycle.laneCalls {
      if let lane = result.lane(named: call.lane.name) { check(call, of: lane) }
    }
    let calls = Dictionary(result.lanes.map { ($0.name, $0.laneCalls.map(\.lane)) }) { first, _ in first }
    var cleared: Set<String> = []
    for name in names {
      guard let cycle = cycle(from: name, along: calls, cleared: &cleared) else { continue }
      let span = calls[cycle[0]]?.first { $0.name == cycle[1] }?.span ?? 0..<0
      steps.report(.laneCycle(cycle), at: span)
    }
  }

  private mutating func check(_ call: LaneCall, of lane: Lane) {
    for argument in call.arguments.entries {
      guard let parameter = lane.parameter(named: argument.name) else {
        let known = lane.parameters.map(\.name)
        steps.report(.unknownArgument(argument.name, lane: lane.name, known: known), at: argument.nameSpan)
        continue
      }
      guard let text = argument.text.literal, parameter.problem(with: text) != nil else { continue }
      steps.report(
        .wrongArgument(text, of: parameter.name, expected: parameter.expectation), at: argument.textSpan)
    }
    let given = Set(call.arguments.entries.map(\.name))
    for parameter in lane.parameters where parameter.mustBeGiven && !given.contains(parameter.name) {
      steps.report(
        .missingArgument(parameter.name, lane: lane.name, expected: parameter.expectation), at: call.lane.span)
    }
  }

  /// Returns the first cycle on the way from the lane `start`, with its first name repeated at the end. `cleared` lanes
  /// were visited before and are skipped. It uses an explicit stack, because the way may be thousands of lanes long.
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
