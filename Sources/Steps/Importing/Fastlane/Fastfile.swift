import Lanes
import MartletCore

/// A Fastfile, read as an outline: none of its code is ever run.
///
/// A lane of which each call has a row in the table becomes steps. All others become one call of the whole lane, which does what it
/// always did: parts of it would lack what other parts leave in memory. A lane that prompts cannot be called, because a command has
/// no terminal: it stops.
package struct Fastfile {
  let project: FastlaneProject
  let outline: FastfileOutline
  /// The folder of the Fastfile, where commands of lanes run.
  let folder: RelativePath?
  /// The lanes that have to be called whole, because Martlet refuses their steps.
  private let refused: Set<String>
  private var outcomes: [String: LaneTranslator.Outcome] = [:]
  /// The steps of `before_all`, `after_all` and `error` by platform; nil where one of them has no step.
  private var hooks: [String?: [YAMLEntry]] = [:]
  private var calledNames: Set<String> = []
  /// The format of the version tags, if all lanes agree.
  package private(set) var tagFormat: String?

  package init(
    _ source: SourceText, project: FastlaneProject = FastlaneProject(), refused: Set<String> = [],
    read: (RelativePath) -> SourceText? = { _ in nil }
  ) {
    self.project = project
    self.refused = refused
    folder = source.path.parent
    outline = FastfileOutline(source, read: read)
    calledNames = outline.lanes.reduce(into: []) { names, lane in names.formUnion(called(by: lane).map(\.name)) }
    translate()
    let formats = Set(outcomes.values.flatMap(\.tags).filter { TagFormat($0) != nil })
    guard formats.count == 1 else { return }
    tagFormat = formats.first
    translate()
  }

  /// Whether `path` is a Fastfile: fastlane's folder may also be below another one, or have another case.
  package static func isFastfile(_ path: RelativePath) -> Bool {
    guard path.lastComponent == "Fastfile", path.depth <= 5 else { return false }
    return path.parent.map { ["fastlane", ".fastlane"].contains($0.lastComponent.lowercased()) } ?? true
  }

  /// The words that start fastlane.
  var command: [String] { (project.usesBundler ? ["bundle", "exec"] : []) + ["fastlane"] }

  /// The folder where fastlane starts, as the parameter of `run`.
  var place: YAMLNode? { project.folder.map { .scalar($0.string) } }

  /// What a lane came to; nil for one that waits for itself.
  func outcome(of lane: FastfileOutline.Lane) -> LaneTranslator.Outcome? { outcomes[lane.name] }

  /// Whether another lane calls this one.
  func isCalled(_ lane: FastfileOutline.Lane) -> Bool { calledNames.contains(lane.name) }

  /// Whether a method or an action of the project has the name of an action.
  func replaces(_ name: String) -> Bool { outline.methods[name] != nil || project.customActions.contains(name) }

  private func called(by lane: FastfileOutline.Lane) -> [FastfileOutline.Lane] {
    outline.files[lane.file].words(in: lane.block.body).sorted().compactMap {
      outline.lane($0, platform: lane.platform)
    }
  }

  // MARK: Translation

  private mutating func translate() {
    (outcomes, hooks) = ([:], [:])
    for lane in outline.lanes { translate(lane, waiting: []) }
    for platform in [nil] + outline.platforms { hooks[platform] = hookSteps(of: platform) }
  }

  private mutating func translate(_ lane: FastfileOutline.Lane, waiting: [String]) {
    guard outcomes[lane.name] == nil, !waiting.contains(lane.name), waiting.count < 50 else { return }
    for callee in called(by: lane) { translate(callee, waiting: waiting + [lane.name]) }
    let code = outline.files[lane.file]
    var translator = LaneTranslator(self, lane)
    translator.outcome.items = translator.items(lane.block.body, of: code)
    outcomes[lane.name] = translator.outcome
  }

  /// The hooks in the order in which fastlane runs them: that of the platform, then the general one (`runner.rb`).
  private func hookSteps(of platform: String?) -> [YAMLEntry]? {
    var entries: [YAMLEntry] = []
    for (name, key) in [
      ("before_all", "before_all"), ("after_all", "after_all"), ("error", "on_error"), ("before_each", ""),
      ("after_each", ""),
    ] {
      var items: [YAMLItem] = []
      for hook in outline.hooks.filter({ $0.name == name && $0.platform == platform }).suffix(1)
        + outline.hooks.filter({ $0.name == name && $0.platform == nil && platform != nil }).suffix(1)
      {
        var translator = LaneTranslator(self, nil)
        if let variable = hook.block.parameters.first {
          translator.bindings[variable] = .text(key == "on_error" ? "${error.lane}" : "${lane}")
        }
        items += translator.items(hook.block.body, of: outline.files[hook.file])
        // What a hook raises or calls is not known to the lanes.
        guard translator.outcome.missing.isEmpty, !key.isEmpty, translator.outcome.called.isEmpty,
          translator.outcome.traits.isDisjoint(with: [.raisesVersion, .raisesBuild, .usesStore])
        else { return nil }
      }
      if !items.isEmpty { entries.append(YAMLEntry(key, .list(items))) }
    }
    return entries
  }

  /// Whether the lane becomes steps: Martlet does something of it itself, and nothing is missing in it or around it.
  private func isTranslated(_ lane: FastfileOutline.Lane) -> Bool {
    guard outline.otherStatement == nil, !project.setsVariables, !refused.contains(lane.name),
      let outcome = outcomes[lane.name],
      outcome.missing.isEmpty, hooks[lane.platform] ?? nil != nil
    else { return false }
    let isPrepared = outline.hooks.contains { hook in
      !outline.files[hook.file].words(in: hook.block.body).isDisjoint(with: LaneTranslator.preparing)
    }
    if isPrepared, outcome.traits.contains(.usesFastlane) { return false }
    return !outcome.items.isEmpty && (outcome.traits.contains(.isNative) || !outcome.traits.contains(.usesFastlane))
  }
}

extension Fastfile {
  /// The hooks and lanes of the Releasefile, without their tag format.
  package var entries: [YAMLEntry] {
    var (lanes, shared): ([YAMLEntry], [YAMLEntry]?) = ([], nil)
    let included = includedLanes
    let isWhole = included.allSatisfy(isTranslated) && outline.hooks.allSatisfy { $0.platform == nil }
    if isWhole { shared = hooks[nil] ?? nil }
    for lane in included {
      let isTranslated = isTranslated(lane)
      let parameters = isTranslated ? outcomes[lane.name]?.parameters ?? [] : options(of: lane)
      let values = parameters.map { YAMLEntry($0.name, .options(["default": $0.defaultText.map(YAMLNode.scalar)])) }
      let entries = YAMLNode.options([
        "for_each": lane.loop.map { .mapping([YAMLEntry($0.variable, .words($0.values))]) },
        "summary": lane.summary.map(YAMLNode.scalar), "private": lane.isPrivate ? true : nil,
        "parameters": values.isEmpty ? nil : .mapping(values),
        "steps": .list(isTranslated ? outcomes[lane.name]?.items ?? [] : [wholeLane(lane, parameters)]),
      ])
      let own = isTranslated && !isWhole && !lane.isPrivate ? hooks[lane.platform].flatMap(\.self) ?? [] : []
      if case .mapping(let entries) = entries { lanes.append(YAMLEntry(lane.name, .mapping(entries + own))) }
    }
    guard !lanes.isEmpty else { return [] }
    return (shared ?? []) + [YAMLEntry("lanes", .mapping(lanes))]
  }

  /// One line for each lane that is called whole, although some of its calls have steps.
  package var mixtures: [String] {
    includedLanes.compactMap { lane -> String? in
      guard !isTranslated(lane), let outcome = outcomes[lane.name], outcome.traits.contains(.isNative),
        !outcome.items.isEmpty
      else {
        return nil
      }
      var names: [String] = []
      for name in outcome.missing where !names.contains("`\(name)`") { names.append("`\(name)`") }
      if names.isEmpty { names = [outline.otherStatement.map { "line \($0.line), outside of lanes" } ?? "its hooks"] }
      let place = "\(outline.files[lane.file].source.path):\(lane.line)"
      return
        "\(place): fastlane runs all of `\(lane.ownName)`: no step replaces \(names.prefix(8).joined(separator: ", "))"
    }
  }

  package var laneNames: Set<String> { Set(outline.lanes.map(\.name)) }

  /// Whether a step needs the key `app_store`.
  package var usesStore: Bool {
    includedLanes.contains { isTranslated($0) && outcomes[$0.name]?.traits.contains(.usesStore) == true }
  }

  /// All public lanes, and the private ones that a translated lane calls: fastlane cannot start those itself.
  private var includedLanes: [FastfileOutline.Lane] {
    var names: Set<String> = []
    var open = outline.lanes.filter { !$0.isPrivate && isTranslated($0) }
    while let lane = open.popLast() {
      guard names.insert(lane.name).inserted else { continue }
      open += outline.lanes.filter { outcomes[lane.name]?.called.contains($0.name) == true }
    }
    var seen: Set<String> = []
    return outline.lanes.filter { lane in
      guard !lane.isPrivate || names.contains(lane.name) else { return false }
      return (lane.loop?.names(of: lane.name) ?? [lane.name]).allSatisfy { seen.insert($0).inserted }
    }
  }

  // MARK: Whole lanes

  /// The parts that run with a lane: it, and the lanes and methods that it names, with the names of their options.
  private func reach(_ lane: FastfileOutline.Lane) -> [(code: RubyCode, part: RubyCode.Part, variable: String?)] {
    var parts = [(code: outline.files[lane.file], part: lane.block.body, variable: lane.block.parameters.first)]
    var seen: Set<String> = [lane.ownName]
    var index = 0
    while index < parts.count {
      for name in parts[index].code.words(in: parts[index].part).sorted() where seen.insert(name).inserted {
        if let other = outline.lane(name, platform: lane.platform) {
          parts.append((outline.files[other.file], other.block.body, other.block.parameters.first))
        } else if let method = outline.methods[name] {
          parts.append((outline.files[method.file], method.body, "options"))
        }
      }
      index += 1
    }
    return parts
  }

  /// The options that the lane reads, also in what it passes all of them to.
  private func options(of lane: FastfileOutline.Lane) -> [(name: String, option: String, defaultText: String?)] {
    var names = lane.block.keywords
    let parts = reach(lane)
    // Other lanes and methods read them only if all are passed on.
    let passesAll = lane.block.parameters.first.map { parts[0].code.passes($0, in: parts[0].part) } ?? false
    for (code, part, variable) in passesAll ? parts : Array(parts.prefix(1)) {
      for name in variable.map({ code.options(of: $0, in: part) }) ?? [] where !names.contains(name) {
        names.append(name)
      }
    }
    var translator = LaneTranslator(self, lane)
    for name in names { _ = translator.parameter(name) }
    return translator.outcome.parameters
  }

  private func wholeLane(
    _ lane: FastfileOutline.Lane, _ options: [(name: String, option: String, defaultText: String?)]
  ) -> YAMLItem {
    let words = command + [lane.platform, lane.ownName].compactMap(\.self)
    let parts = reach(lane)
    if let (code, part) = parts.lazy.compactMap({ found in found.code.prompt(in: found.part).map { (found.code, $0) } })
      .first
    {
      let reason =
        "\(code.source.path):\(code.line(of: part)): it prompts, and a command has no terminal: run `\(words.joined(separator: " "))`"
      return .value(.options(["run": .options(["shell": .scalar(StopScript.text(reason))])]))
    }
    // In Ruby, an empty text is true: an option that is not given is not passed.
    let variables = options.map {
      "${\(FactName.variable(of: $0.name)):+\"\($0.option):$\(FactName.variable(of: $0.name))\"}"
    }
    // Building and testing changes nothing elsewhere.
    let isLocal =
      outcomes[lane.name].map { $0.missing.isEmpty && $0.traits == [.usesFastlane] } ?? false
    return .value(
      .options([
        "run": .options(
          main: "command",
          [
            "command": options.isEmpty ? .words(words) : nil,
            "shell": options.isEmpty ? nil : .scalar((words + variables).joined(separator: " ")),
            "working_directory": place,
            "changes": isLocal ? nil : .words(["head"]),
            "outward": isLocal ? nil : true,
          ])
      ]))
  }
}

/// The command of a lane that stops, with its reason.
package enum StopScript {
  private static let form = Pattern(/echo '(.*: it prompts, and a command has no terminal: .*)' >&2; exit 1/)

  static func text(_ reason: String) -> String { "echo \(reason.shellWord) >&2; exit 1" }

  /// Returns the reason if `script` is such a command.
  package static func reason(in script: String) -> String? {
    script.wholeMatch(of: form).map { String($0.output.1) }
  }
}

extension RubyCode {
  /// Whether a part passes all of the variable on: `other(options)`.
  fileprivate func passes(_ variable: String, in part: Part) -> Bool {
    part.contains {
      word(at: $0, in: part) == variable && !isMark("[", at: $0 + 1, in: part) && !isMark(".", at: $0 + 1, in: part)
    }
  }

  /// The first call that prompts.
  fileprivate func prompt(in part: Part) -> Part? {
    let names: Set = ["input", "confirm", "select", "password"]
    return part.first { index in
      if word(at: index, in: part) == "prompt" { return !isMark(".", at: index - 1, in: part) }
      return word(at: index, in: part) == "UI" && word(at: index + 2, in: part).map(names.contains) == true
    }.map { $0..<$0 + 1 }
  }
}
