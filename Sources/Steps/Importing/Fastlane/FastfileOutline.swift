import MartletCore

/// The declarations of a Fastfile and of the files that it imports, in their order.
struct FastfileOutline {
  struct Lane {
    /// The name in the Releasefile: with its platform if necessary, and with `${part}` for a lane in a loop.
    var name: String
    /// The name in the Fastfile.
    let ownName: String
    let isPrivate: Bool
    let summary: String?
    let platform: String?
    let loop: Loop?
    let block: RubyBlock
    let span: Range<Int>
    let unit: FastfileUnit

    /// The names of its lanes, after the loop is expanded.
    var names: [String] {
      guard let loop else { return [name] }
      return loop.values.map { name.replacing("${\(loop.variable)}", with: $0) }
    }
  }

  /// `%w{major minor patch}.each do |part|`.
  struct Loop {
    let variable: String
    let values: [String]
  }

  /// `before_all`, `after_all` or `error`.
  struct Hook {
    /// The key in a Releasefile.
    let key: String
    let platform: String?
    let block: RubyBlock
    let span: Range<Int>
    let unit: FastfileUnit
  }

  struct Definition {
    let definition: RubyDefinition
    let unit: FastfileUnit
    let span: Range<Int>
  }

  enum Element {
    case lane(Lane)
    case hook(Hook)
    case constant(String, RubyStatement, RubyValue, FastfileUnit)
    /// A statement that runs when fastlane reads the file, or one that only declares something.
    case other(RubyStatement, FastfileUnit)
  }

  private(set) var elements: [Element] = []
  private(set) var units: [FastfileUnit] = []
  private(set) var definitions: [String: Definition] = [:]
  private(set) var platforms: [String] = []
  private var lanesByName: [String: Lane] = [:]

  init(_ source: SourceText, read: (RelativePath) -> SourceText?) {
    add(source, platform: nil, read: read)
    nameLanes()
  }

  var lanes: [Lane] { elements.compactMap { if case .lane(let lane) = $0 { lane } else { nil } } }
  var hooks: [Hook] { elements.compactMap { if case .hook(let hook) = $0 { hook } else { nil } } }

  /// Returns the lane that `name` calls from a lane of `platform`: lanes of the same platform have priority.
  func lane(called name: String, platform: String?) -> (lane: Lane, name: String)? {
    for prefix in platform.map({ ["\($0)_", ""] }) ?? [""] {
      if let lane = lanesByName[prefix + name] { return (lane, prefix + name) }
    }
    return nil
  }

  private mutating func add(_ source: SourceText, platform: String?, read: (RelativePath) -> SourceText?) {
    let unit = FastfileUnit(source)
    units.append(unit)
    add(RubyParser.statements(of: source), of: unit, platform: platform, loop: nil, read: read)
  }

  private mutating func add(
    _ statements: [RubyStatement], of unit: FastfileUnit, platform: String?, loop: Loop?,
    read: (RelativePath) -> SourceText?
  ) {
    var summaries: [String] = []
    for statement in statements {
      switch statement.kind {
      case .definition(let definition):
        definitions[definition.name] = Definition(definition: definition, unit: unit, span: statement.span)
      case .assignment(let name, let value) where loop == nil:
        elements.append(.constant(name, statement, value, unit))
      case .value(.call(let call)):
        if call.receiver == nil, call.name == "desc", let value = call.arguments.first?.value,
          let text = loop == nil ? value.text : value.template(in: loop)
        {
          summaries.append(text)
          continue
        }
        add(call, statement, of: unit, summary: summaries, platform: platform, loop: loop, read: read)
        summaries = []
      case .value, .assignment, .branch, .attempt, .other: elements.append(.other(statement, unit))
      }
    }
  }

  private mutating func add(
    _ call: RubyCall, _ statement: RubyStatement, of unit: FastfileUnit, summary: [String], platform: String?,
    loop: Loop?, read: (RelativePath) -> SourceText?
  ) {
    let name = call.arguments.first?.value.template(in: loop)
    switch (call.name, call.block) {
    case ("lane", let block?), ("private_lane", let block?):
      guard call.receiver == nil, let name, name.isLaneName(in: loop) else { break }
      let lane = Lane(
        name: name, ownName: name, isPrivate: call.name == "private_lane",
        summary: summary.isEmpty ? nil : summary.joined(separator: " "),
        platform: platform, loop: loop, block: block, span: statement.span, unit: unit)
      return elements.append(.lane(lane))
    case ("before_all", let block?), ("after_all", let block?), ("error", let block?):
      guard call.receiver == nil, loop == nil else { break }
      let key = call.name == "error" ? "on_error" : call.name
      return elements.append(
        .hook(Hook(key: key, platform: platform, block: block, span: statement.span, unit: unit)))
    case ("platform", let block?):
      guard let name, platform == nil, loop == nil, name.isLaneName(in: nil) else { break }
      if !platforms.contains(name) { platforms.append(name) }
      return add(block.body, of: unit, platform: name, loop: nil, read: read)
    case ("each", let block?):
      guard loop == nil, case .list(let values)? = call.receiver, block.parameters.count == 1 else { break }
      let words = values.compactMap(\.text)
      guard words.count == values.count, (1...Self.loopLimit).contains(words.count),
        let variable = block.parameters.first
      else { break }
      return add(
        block.body, of: unit, platform: platform, loop: Loop(variable: variable, values: words), read: read)
    case ("import", nil):
      // A path is relative to the file with the `import`.
      guard call.receiver == nil, loop == nil, units.count < Self.unitLimit, call.arguments.count == 1,
        let path = call.arguments[0].value.text.flatMap({ unit.source.path.sibling($0) }),
        !units.contains(where: { $0.source.path == path }), let source = read(path)
      else { break }
      return add(source, platform: platform, read: read)
    case (let word, nil) where FastlaneAction.settings.contains(word) && call.receiver == nil: return
    default: break
    }
    elements.append(.other(statement, unit))
  }

  private static let loopLimit = 100
  private static let unitLimit = 30

  /// Releasefiles have no platforms: with one platform, lanes keep their names; with several, its name becomes a
  /// prefix. Of two lanes with the same name, only the first is translated.
  private mutating func nameLanes() {
    let outside = Set(lanes.filter { $0.platform == nil }.flatMap(\.names))
    elements = elements.map { element in
      guard case .lane(var lane) = element else { return element }
      if let platform = lane.platform, platforms.count > 1 || !outside.isDisjoint(with: lane.names) {
        lane.name = "\(platform)_\(lane.name)"
      }
      guard lane.names.allSatisfy({ lanesByName[$0] == nil }) else {
        return .other(RubyStatement(kind: .other, span: lane.span), lane.unit)
      }
      for name in lane.names { lanesByName[name] = lane }
      return .lane(lane)
    }
  }
}

extension FastfileOutline.Hook {
  /// The values of its block's parameters: the lane, then in `error` the exception.
  var bindings: [String: LaneTranslator.Binding] {
    let facts = key == "on_error" ? ["${error.lane}", "${error.message}"] : ["${lane}"]
    return Dictionary(zip(block.parameters, facts.map { .template($0) })) { first, _ in first }
  }
}

extension RubyValue {
  /// Returns a text that interpolates only the variable of `loop`, as a template.
  fileprivate func template(in loop: FastfileOutline.Loop?) -> String? {
    if let text { return text.contains("$") ? nil : text }
    switch self {
    case .call(let call) where call.name == "to_sym" && call.arguments.isEmpty: return call.receiver?.template(in: loop)
    case .call: return bareName != nil && bareName == loop?.variable ? bareName.map { "${\($0)}" } : nil
    case .string(let pieces):
      return pieces.reduce("") { text, piece in
        guard let text else { return nil }
        switch piece {
        case .text(let more): return more.contains("$") ? nil : text + more
        case .value(let value): return value.template(in: loop).map { text + $0 }
        }
      }
    case .symbol, .literal, .list, .element, .operation, .not, .unknown: return nil
    }
  }
}

extension String {
  /// Whether it is a valid lane name for a Releasefile: letters, digits, `_`, `-`; in a loop, with its variable.
  fileprivate func isLaneName(in loop: FastfileOutline.Loop?) -> Bool {
    let names = loop.map { loop in loop.values.map { replacing("${\(loop.variable)}", with: $0) } } ?? [self]
    return names.allSatisfy {
      !$0.isEmpty && $0.utf8.count <= 100 && !$0.hasPrefix("-")
        && $0.utf8.allSatisfy { $0.isIdentifier || $0 == UInt8(ascii: "-") }
    }
      && (loop == nil || Set(names).count == names.count)
  }
}
