import Lanes
import MartletCore

/// Thrown where no step does what a call does.
struct NoStep: Error {}

/// Translates the statements of a lane to steps. A lane is either translated completely, or not at all.
struct LaneTranslator {
  /// What a lane does, itself or in a lane that it calls.
  enum Trait {
    case raisesVersion, raisesBuild, pushes
    /// A command may change files that no step has written.
    case changesFiles
    /// A step needs `app_store`.
    case usesStore
    /// A step is more than a command or a message.
    case isNative
    /// A step is a single action that fastlane runs.
    case usesFastlane
    /// A call without a step has prepared the process of fastlane, such as its key.
    case isPrepared
  }

  /// The translation of a lane.
  struct Outcome {
    var items: [YAMLItem] = []
    /// The calls without a step, in order; empty for a complete lane.
    var missing: [String] = []
    /// The options that it reads, as names of parameters, with their defaults.
    var parameters: [(name: String, option: String, defaultText: String?)] = []
    var traits: Set<Trait> = []
    /// The names of its tags, as templates.
    var tags: [String] = []
    /// The value of its last statement.
    var result: RubyValue?
    /// The lanes that it calls.
    var called: [String] = []
  }

  let fastfile: Fastfile
  /// The lane; nil for a hook.
  let lane: FastfileOutline.Lane?
  /// Whether uploads are left to fastlane, because a commit or a tag follows: `upload_build` comes after them.
  private(set) var uploadsWithFastlane = false
  var outcome = Outcome()
  var bindings: [String: RubyValue] = [:]
  /// The text of `changelog_from_git_commits`, which uploads and releases take.
  var changelog: String?
  private var conditions: [String] = []
  private var ids: Set<String> = []
  private var depth = 0

  init(_ fastfile: Fastfile, _ lane: FastfileOutline.Lane?) {
    (self.fastfile, self.lane) = (fastfile, lane)
    guard let lane else { return }
    if let variable = lane.loop?.variable { bindings[variable] = .text("${\(variable)}") }
    let words = fastfile.outline.files[lane.file].tokens[lane.block.body].compactMap { token in
      if case .word(let word) = token.kind { word } else { nil }
    }
    let commit = words.lastIndex { ["commit_version_bump", "git_commit", "add_git_tag"].contains($0) }
    uploadsWithFastlane = words.firstIndex(where: Self.uploads.contains).map { $0 < commit ?? 0 } ?? false
  }

  /// Returns the steps for the statements of a part.
  mutating func items(_ part: RubyCode.Part, of code: RubyCode) -> [YAMLItem] {
    depth += 1
    defer { depth -= 1 }
    guard depth < 20 else {
      outcome.missing.append("end")
      return []
    }
    var items: [YAMLItem] = []
    var rest = code.statements(in: part)[...]
    while let statement = rest.popFirst() {
      outcome.result = nil
      do {
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
    return items.withoutRepeatedPushes
  }

  private mutating func steps(for statement: RubyCode.Part, of code: RubyCode) throws -> [YAMLItem] {
    if let (name, part) = code.assignment(statement) {
      if let value = value(part, of: code) {
        bindings[name] = value
        return []
      }
      guard let call = code.call(part) else { throw NoStep() }
      let steps = try self.steps(for: call, of: code, assignedTo: name)
      bindings[name] = outcome.result
      return steps
    }
    if let branch = code.branch(statement) { return try confirmation(branch, of: code) }
    if let value = value(statement, of: code) {
      outcome.result = value
      return []
    }
    guard let call = code.call(statement) else { throw NoStep() }
    return try steps(for: call, of: code, assignedTo: nil)
  }

  /// `if UI.confirm("…")` without `else`: after a no, the lane goes on, and what it has written stays.
  private mutating func confirmation(
    _ branch: (condition: RubyCode.Part, isNegated: Bool, body: RubyCode.Part), of code: RubyCode
  ) throws -> [YAMLItem] {
    guard !branch.isNegated, let call = code.call(branch.condition), call.name == "UI.confirm" else { throw NoStep() }
    var arguments = try arguments(of: call, code)
    guard let text = arguments.first()?.text else { throw NoStep() }
    try arguments.end()
    let before = bindings
    let steps = items(branch.body, of: code)
    // After a no, the variables have their old values.
    bindings = bindings.filter { before[$0.key] == $0.value }
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
    guard let text = (arguments.first() ?? arguments.take("text"))?.text, !outcome.traits.contains(.raisesVersion)
    else { throw NoStep() }
    arguments.ignore("ci_input")
    try arguments.end()
    bindings[name] = .text("${version}")
    var options = try self.arguments(of: raise, code)
    guard options.take("version_number") == .text("${version}") else { throw NoStep() }
    try checkProject(&options)
    try options.end()
    let kept = bindings
    note([.raisesVersion])
    bindings[name] = .text("${version}")
    let id = unusedID(name)
    conditions.append("steps.\(id).raised")
    let body = items(first.upperBound..<branch.body.upperBound, of: code)
    conditions.removeLast()
    // After <enter>, the answer is empty, and what the branch assigns is not assigned.
    bindings = bindings.filter { $0.key != name && kept[$0.key] == $0.value }
    return [step("bump", .options(["to": "ask", "text": .scalar(text)]), id: body.isEmpty ? nil : id)] + body
  }

  /// Evaluates the arguments of a call.
  mutating func arguments(of call: RubyCall, _ code: RubyCode, depth: Int = 0) throws -> ActionArguments {
    guard call.block == nil else { throw NoStep() }
    return ActionArguments(
      call.arguments.map { argument in (argument.name, value(argument.value, of: code, depth: depth)) })
  }

  /// Returns the name of the parameter for an option of the lane; nil if it has another default already.
  mutating func parameter(_ option: String, default text: String? = nil) -> String? {
    guard option.isVariableName else { return nil }
    let name = FactName.isKnown(option) || option == lane?.loop?.variable ? "given_\(option)" : option
    if let index = outcome.parameters.firstIndex(where: { $0.option == option }) {
      return outcome.parameters[index].defaultText == text ? name : nil
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

  /// Returns a step with the current conditions.
  func step(_ keyword: String, _ value: YAMLNode = .nothing, id: String? = nil) -> YAMLItem {
    var entries = [YAMLEntry(keyword, value)]
    if let id { entries.append(YAMLEntry("id", .scalar(id))) }
    if conditions.count == 1 { entries.append(YAMLEntry("if", .scalar(conditions[0]))) }
    if conditions.count > 1 { entries.append(YAMLEntry("if", .words(conditions))) }
    return value == .nothing && entries.count == 1 ? .value(.scalar(keyword)) : .value(.mapping(entries))
  }

  /// Returns an id for a step that no other step of the lane has.
  mutating func unusedID(_ name: String) -> String {
    var id = name
    while !ids.insert(id).inserted { id += "_" }
    return id
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
      case .word(name), .word("strip"), .word("to_s"), .mark("."): break
      case .word("empty?"), .string([]): hasTest = true
      case .mark("=="): break
      case .mark("!="), .mark("!"): isNegated.toggle()
      default: return false
      }
    }
    return hasTest && isNegated != thatIsEmpty && word(at: part.lowerBound, in: part) != "empty?"
  }
}

extension [YAMLItem] {
  /// The steps without repeated pushes: one has the branch and the tags.
  fileprivate var withoutRepeatedPushes: [YAMLItem] {
    reduce(into: []) { items, item in
      guard item.isPush, items.last?.isPush == true else { return items.append(item) }
      if items.last != .value(.scalar("push")) { items[items.count - 1] = item }
    }
  }
}

extension YAMLItem {
  fileprivate var isPush: Bool {
    self == .value(.scalar("push")) || self == .value(.mapping([YAMLEntry("push", .pair("branch", .flag(false)))]))
  }
}
