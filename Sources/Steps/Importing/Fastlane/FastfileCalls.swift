/// The calls between lanes of a Fastfile, and the options of each lane.
struct FastfileCalls {
  /// The options that a lane reads, in the order of their use.
  private(set) var options: [String: [String]] = [:]
  /// How often each option is read, in total and with each default.
  private var uses: [String: [String: Int]] = [:]
  /// The lanes that raise the version, themselves or through another lane.
  private(set) var raising: Set<String> = []
  /// The lanes that raise the build number, themselves or through another lane.
  private(set) var raisingBuild: Set<String> = []
  /// The lanes that create a tag, themselves or through another lane.
  private(set) var tagging: Set<String> = []
  /// The lanes that another lane calls.
  private(set) var called: Set<String> = []
  /// Calls that would form a cycle, as pairs of lane names.
  private var circles: Set<[String]> = []
  /// The options of private lanes that have the same literal text in every call.
  private var constants: [String: [String: String]] = [:]
  /// For each lane, the lanes that call it.
  private var callers: [String: [String]] = [:]

  init(_ outline: FastfileOutline) {
    var callees: [String: [String]] = [:]
    for lane in outline.lanes {
      var names: [String] = []
      let localNames = lane.localNames
      for statement in lane.block.body {
        statement.forEachValue { value in
          count(value, in: lane)
          guard case .call(let call) = value, call.receiver == nil else { return }
          if FastlaneAction.raisingVersion.contains(call.name) { raising.insert(lane.name) }
          if FastlaneAction.raisingBuild.contains(call.name) { raisingBuild.insert(lane.name) }
          if call.name == "add_git_tag" { tagging.insert(lane.name) }
          if RubyValue.call(call).bareName.map(localNames.contains) == true { return }
          if let callee = outline.lane(called: call.name, platform: lane.platform)?.lane.name { names.append(callee) }
        }
      }
      for option in lane.block.keywords.map(\.name) + lane.writtenOptions { append(option, to: lane.name) }
      callees[lane.name] = names
      called.formUnion(names)
      for name in names { callers[name, default: []].append(lane.name) }
    }
    raising = lanes(reaching: raising)
    raisingBuild = lanes(reaching: raisingBuild)
    tagging = lanes(reaching: tagging)
    findCircles(callees, order: outline.lanes.map(\.name))
    findConstants(outline)
  }

  /// The text of `option` in every run of `lane`; nil if it may differ.
  func constant(_ option: String, of lane: String) -> String? { constants[lane]?[option] }

  /// Finds what private lanes always get. A lane whose name is anywhere else than in parsed calls of lanes has no constants.
  private mutating func findConstants(_ outline: FastfileOutline) {
    var calls: [String: [RubyCall]] = [:]
    for lane in outline.lanes {
      for statement in lane.block.body {
        statement.forEachValue { value in
          guard case .call(let call) = value, call.receiver == nil,
            let callee = outline.lane(called: call.name, platform: lane.platform)?.lane
          else { return }
          calls[callee.name, default: []].append(call)
        }
      }
    }
    for lane in outline.lanes where lane.isPrivate && lane.loop == nil {
      guard let calls = calls[lane.name], let first = calls.first,
        count(of: lane.ownName, in: outline) == calls.count + 1
      else { continue }
      for argument in first.arguments {
        guard let name = argument.name, case .string = argument.value, let text = argument.value.text,
          calls.allSatisfy({ $0.arguments.contains { $0.name == name && $0.value.text == text } })
        else { continue }
        constants[lane.name, default: [:]][name] = text
      }
    }
  }

  /// How often the files have the word `name`, also in comments and texts.
  private func count(of name: String, in outline: FastfileOutline) -> Int {
    outline.units.map { unit in
      String(decoding: unit.source.bytes, as: UTF8.self).split { !($0.isLetter || $0.isNumber || $0 == "_") }
        .count { $0 == name }
    }.reduce(0, +)
  }

  /// Whether every read of `option` in `lane` has the default `text`, so that it is the parameter's default, too.
  func isDefault(_ text: String, of option: String, in lane: String) -> Bool {
    guard let uses = uses[lane + "/" + option] else { return false }
    return uses["="] == uses["=" + text]
  }

  /// Whether an option of `lane` has a default.
  func hasDefaults(_ lane: String) -> Bool {
    uses.contains { $0.key.hasPrefix(lane + "/") && $0.value.keys.contains { $0.count > 1 } }
  }

  private mutating func count(_ value: RubyValue, in lane: FastfileOutline.Lane) {
    let name = lane.block.parameters.first
    if let option = value.option(of: name) {
      append(option, to: lane.name)
      uses[lane.name + "/" + option, default: [:]]["=", default: 0] += 1
      if case .call(let call) = value, call.arguments.count > 1, let text = call.arguments[1].value.text {
        uses[lane.name + "/" + option, default: [:]]["=" + text, default: 0] += 1
      }
    }
    if case .operation("?", let test, .operation(":", let left, let right)) = value, let option = left.option(of: name),
      test.option(of: name) == option, let text = right.text
    {
      // Both reads are of the same default.
      uses[lane.name + "/" + option, default: [:]]["=" + text, default: 0] += 2
    }
    if case .operation("||", let left, let right) = value, let option = left.option(of: name), let text = right.text {
      uses[lane.name + "/" + option, default: [:]]["=" + text, default: 0] += 1
    }
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

extension FastfileOutline.Lane {
  /// The options that its text reads, also in statements that are not parsed.
  fileprivate var writtenOptions: [String] {
    guard let name = block.parameters.first else { return [] }
    let lines = unit.source.string(at: span).split(whereSeparator: \.isNewline).filter {
      !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("#")
    }
    return lines.flatMap { line in
      line.matches(of: /\b(\w+)(?:\[|\.fetch\(?|\.dig\(?)\s*(?::|:?["'])(\w+)/).filter { $0.output.1 == name }.map {
        String($0.output.2)
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
