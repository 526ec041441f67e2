/// The calls between lanes of a Fastfile, and the options of each lane.
struct FastfileCalls {
  /// The options that a lane reads, in the order of their use.
  private(set) var options: [String: [String]] = [:]
  /// The lanes that raise the version themselves.
  private(set) var raising: Set<String> = []
  /// The lanes that raise the build number, themselves or through another lane.
  private(set) var raisingBuild: Set<String> = []
  /// Calls that would form a cycle, as pairs of lane names.
  private var circles: Set<[String]> = []
  /// For each lane, the lanes that call it.
  private var callers: [String: [String]] = [:]

  init(_ outline: FastfileOutline) {
    var callees: [String: [String]] = [:]
    for lane in outline.lanes {
      var names: [String] = []
      for statement in lane.block.body {
        statement.forEachValue { value in
          if let option = value.option(of: lane.block.parameters.first) { append(option, to: lane.name) }
          guard case .call(let call) = value, call.receiver == nil else { return }
          if ["increment_version_number", "version_bump_podspec"].contains(call.name) { raising.insert(lane.name) }
          if call.name == "increment_build_number" { raisingBuild.insert(lane.name) }
          if let callee = outline.lane(called: call.name, platform: lane.platform)?.lane.name { names.append(callee) }
        }
      }
      callees[lane.name] = names
      for name in names { callers[name, default: []].append(lane.name) }
    }
    raisingBuild = lanes(reaching: raisingBuild)
    findCircles(callees, order: outline.lanes.map(\.name))
  }

  /// Whether `caller` may call `callee` without forming a cycle.
  func permits(_ caller: String, calling callee: String) -> Bool { !circles.contains([caller, callee]) }

  /// Returns `lanes` and all lanes that call one of them, directly or indirectly.
  func lanes(reaching lanes: Set<String>) -> Set<String> {
    var found = lanes
    var open = Array(lanes)
    while let lane = open.popLast() {
      open += callers[lane, default: []].filter { found.insert($0).inserted }
    }
    return found
  }

  /// Whether a release lacks something without `statement`: a version, a commit, a tag, or a lane that may make them.
  func isPartOfRelease(
    _ statement: RubyStatement, in lane: FastfileOutline.Lane?, of outline: FastfileOutline
  ) -> Bool {
    var isPart = false
    statement.forEachValue { value in
      guard case .call(let call) = value else { return }
      isPart =
        isPart || Self.releaseActions.contains(call.name)
        || call.receiver == nil && outline.lane(called: call.name, platform: lane?.platform) != nil
    }
    return isPart
  }

  private static let releaseActions: Set<String> = [
    "increment_version_number", "version_bump_podspec", "increment_build_number", "commit_version_bump", "git_commit",
    "add_git_tag",
  ]

  /// No hand-written lane reaches this limit.
  static let optionLimit = 200

  private mutating func append(_ option: String, to lane: String) {
    if options[lane]?.contains(option) != true, options[lane, default: []].count < Self.optionLimit {
      options[lane, default: []].append(option)
    }
  }

  /// Walks all calls depth first, with an explicit stack: a call to a lane on the path closes a cycle.
  private mutating func findCircles(_ callees: [String: [String]], order: [String]) {
    var done: Set<String> = []
    for start in order where !done.contains(start) {
      var path: [(lane: String, next: Int)] = [(start, 0)]
      var open: Set<String> = [start]
      while let (lane, next) = path.last {
        let names = callees[lane] ?? []
        guard next < names.count else {
          path.removeLast()
          open.remove(lane)
          done.insert(lane)
          continue
        }
        path[path.count - 1].next += 1
        if open.contains(names[next]) {
          circles.insert([lane, names[next]])
        } else if !done.contains(names[next]) {
          path.append((names[next], 0))
          open.insert(names[next])
        }
      }
    }
  }
}

extension RubyValue {
  /// Returns the key of `options[:key]` or `options.fetch(:key, …)`, where `options` has the name `name`.
  func option(of name: String?) -> String? {
    guard let name else { return nil }
    switch self {
    case .element(let base, let key) where base.bareName == name: return key.text
    case .call(let call) where call.name == "fetch" && call.receiver?.bareName == name:
      return call.arguments.first?.value.text
    case .string, .symbol, .literal, .list, .call, .element, .operation, .not, .unknown: return nil
    }
  }
}
