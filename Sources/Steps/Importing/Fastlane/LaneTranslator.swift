import Lanes
import MartletCore

/// Thrown where no step does what a call does.
struct NoStep: Error {}

/// Translates the statements of a lane to steps. A lane is either translated completely, or not at all.
struct LaneTranslator {
  /// What a lane does, itself or in a lane that it calls.
  enum Trait {
    case raisesVersion, raisesBuild
    /// All of its tags are pushed.
    case pushes
    /// A command may change files that no step has written.
    case changesFiles
  }

  /// An option that a lane reads, with its name in the Releasefile: `given_version` for the option `version`.
  typealias Parameter = (name: String, option: String, defaultText: String?)

  /// The translation of a lane.
  struct Outcome {
    var items: [YAMLItem] = []
    /// The calls without a step, in order; empty for a complete lane.
    var missing: [String] = []
    var parameters: [Parameter] = []
    var traits: Set<Trait> = []
    /// The names of its tags, as templates.
    var tags: [String] = []
    /// The value of its last statement.
    var result: RubyValue?
    /// The lanes that it calls.
    var called: [String] = []
  }

  let fastfile: Fastfile
  let lane: FastfileOutline.Lane
  var outcome = Outcome()
  private(set) var bindings: [String: RubyValue] = [:]
  private var condition: String?
  private var ids: Set<String> = []
  private var depth = 0

  init(_ fastfile: Fastfile, _ lane: FastfileOutline.Lane) {
    (self.fastfile, self.lane) = (fastfile, lane)
    if let variable = lane.loop?.variable { bindings[variable] = .text("${\(variable)}") }
  }

  /// Returns the steps for the statements of a part.
  mutating func items(_ part: RubyCode.Part, of code: RubyCode) -> [YAMLItem] {
    depth += 1
    defer { depth -= 1 }
    var items: [YAMLItem] = []
    var rest = code.statements(in: part)[...]
    while let statement = rest.popFirst() {
      outcome.result = nil
      do {
        guard depth < 20 else { throw NoStep() }
        if let next = rest.first, let steps = try versionPrompt(statement, next, of: code) {
          items += steps
          rest = rest.dropFirst()
        } else {
          items += try steps(for: statement, of: code)
        }
      } catch {
        outcome.missing.append(code.callName(statement))
      }
    }
    return items
  }

  private mutating func steps(for statement: RubyCode.Part, of code: RubyCode) throws -> [YAMLItem] {
    if let branch = code.branch(statement) { return try confirmation(branch, of: code) }
    let (name, part) = code.assignment(statement) ?? (nil, statement)
    var steps: [YAMLItem] = []
    if let value = value(part, of: code) {
      outcome.result = value
    } else if let call = code.call(part) {
      steps = try self.steps(for: call, of: code, assignedTo: name)
    } else {
      throw NoStep()
    }
    if let name { bindings[name] = outcome.result }
    return steps
  }

  /// `if UI.confirm("…")` without `else`: after a no, the lane goes on, and what it has written stays.
  private mutating func confirmation(_ branch: RubyCode.Branch, of code: RubyCode) throws -> [YAMLItem] {
    guard !branch.isNegated, let call = code.call(branch.condition), call.name == "UI.confirm" else { throw NoStep() }
    var arguments = try arguments(of: call, code)
    guard let text = try arguments.text(nil) else { throw NoStep() }
    try arguments.end()
    let (before, pushes) = (bindings, outcome.traits.contains(.pushes))
    let steps = items(branch.body, of: code)
    // After a no, the variables have their old values, and nothing is pushed.
    bindings = bindings.filter { before[$0.key] == $0.value }
    if !pushes { outcome.traits.remove(.pushes) }
    outcome.result = nil
    return [step("confirm", .options(["text": .scalar(text), "otherwise": "continue", "steps": .list(steps)]))]
  }

  /// `answer = UI.input("…")`, followed by a raise to this version unless the answer is empty: `bump: ask`, where <enter> keeps
  /// the version.
  private mutating func versionPrompt(
    _ statement: RubyCode.Part, _ next: RubyCode.Part, of code: RubyCode
  ) throws -> [YAMLItem]? {
    guard let (name, part) = code.assignment(statement), let call = code.call(part),
      ["UI.input", "prompt"].contains(call.name),
      let branch = code.branch(next), code.isTest(branch.condition, thatIsEmpty: branch.isNegated, name),
      let first = code.statements(in: branch.body).first, let raise = code.call(first),
      raise.name == "increment_version_number"
    else { return nil }
    var arguments = try arguments(of: call, code)
    guard let text = try arguments.text(nil) ?? arguments.text("text"), !outcome.traits.contains(.raisesVersion)
    else { throw NoStep() }
    try arguments.end()
    bindings[name] = .text("${version}")
    var options = try self.arguments(of: raise, code)
    guard try options.text("version_number") == "${version}" else { throw NoStep() }
    try checkProject(&options)
    try options.end()
    let kept = bindings
    note([.raisesVersion])
    bindings[name] = .text("${version}")
    let id = try unusedID(name)
    condition = "steps.\(id).raised"
    let body = items(first.upperBound..<branch.body.upperBound, of: code)
    condition = nil
    // After <enter>, the answer is empty, and what the branch assigns is not assigned.
    bindings = bindings.filter { $0.key != name && kept[$0.key] == $0.value }
    return [step("bump", .options(["to": "ask", "text": .scalar(text)]), id: body.isEmpty ? nil : id)] + body
  }

  /// Evaluates the arguments of a call.
  mutating func arguments(
    of call: RubyCall, _ code: RubyCode, assignedTo name: String? = nil, depth: Int = 0
  ) throws -> ActionArguments {
    guard call.block == nil else { throw NoStep() }
    return ActionArguments(
      call.arguments.map { argument in (argument.name, value(argument.value, of: code, depth: depth)) },
      assignedTo: name)
  }

  /// A call of another lane, which is a step if that lane is complete.
  mutating func steps(calling callee: FastfileOutline.Lane, _ call: RubyCall, _ code: RubyCode) throws -> [YAMLItem] {
    var arguments = try arguments(of: call, code)
    guard let other = fastfile.outcomes[callee.name], other.missing.isEmpty else { throw NoStep() }
    let options = try other.parameters.compactMap { parameter in
      try arguments.text(parameter.option).map { YAMLEntry(parameter.name, .scalar($0)) }
    }
    try arguments.end()
    outcome.called.append(callee.name)
    outcome.tags += other.tags
    bindings = bindings.filter { !fastfile.outline.isShared($0.key) }
    if !other.tags.isEmpty { outcome.traits.remove(.pushes) }
    note(other.traits)
    outcome.result = other.result?.text.flatMap { $0 == "${version}" || !$0.contains("${") ? other.result : nil }
    let name = callee.platform == nil || callee.name == callee.ownName ? call.name : callee.name
    return [
      step("lane", .options(main: "lane", ["lane": .scalar(name), "with": options.isEmpty ? nil : .mapping(options)]))
    ]
  }

  /// Returns the name of the parameter for an option of the lane; nil if it has another default already.
  mutating func parameter(_ option: String, default text: String? = nil) -> String? {
    guard option.isVariableName else { return nil }
    let name = FactName.isKnown(option) || option == lane.loop?.variable ? "given_\(option)" : option
    if let parameter = outcome.parameters.first(where: { $0.option == option }) {
      return parameter.defaultText == text ? name : nil
    }
    outcome.parameters.append((name, option, text))
    return name
  }

  /// Notes what a step does. What the lane has read before a raise is an old value.
  mutating func note(_ traits: Set<Trait>) {
    outcome.traits.formUnion(traits)
    if !traits.isDisjoint(with: [.raisesVersion, .raisesBuild]) {
      bindings = bindings.filter { !$0.value.dependsOnFacts }
    }
  }

  /// Returns a step with the current condition.
  func step(_ keyword: String, _ value: YAMLNode = .nothing, id: String? = nil) -> YAMLItem {
    var entries = [YAMLEntry(keyword, value)]
    if let id { entries.append(YAMLEntry("id", .scalar(id))) }
    if let condition { entries.append(YAMLEntry("if", .scalar(condition))) }
    return value == .nothing && entries.count == 1 ? .value(.scalar(keyword)) : .value(.mapping(entries))
  }

  /// Returns the id of the step whose result a variable gets.
  mutating func unusedID(_ variable: String) throws -> String {
    guard variable.isVariableName, ids.insert(variable).inserted else { throw NoStep() }
    return variable
  }
}

extension RubyCode {
  /// What a statement begins with, for a list of calls without a step.
  fileprivate func callName(_ part: Part) -> String {
    let value = assignment(part)?.value ?? part
    return call(value)?.name ?? word(at: value.lowerBound, in: part) ?? "…"
  }

  /// Whether a condition tests only whether a text is empty: `name.strip.empty?`, `name == ""`, with `!` or `!=` whether it is not.
  fileprivate func isTest(_ part: Part, thatIsEmpty: Bool, _ name: String) -> Bool {
    var isNegated = false
    var hasTest = false
    for token in tokens[part] {
      switch token.kind {
      case .word(name), .word("strip"), .mark("."), .mark("=="): break
      case .word("empty?"), .string([]): hasTest = true
      case .mark("!="), .mark("!"): isNegated.toggle()
      default: return false
      }
    }
    return hasTest && isNegated != thatIsEmpty && word(at: part.lowerBound, in: part) != "empty?"
  }
}
